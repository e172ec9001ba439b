/** Ranges of postal codes: the country, the first and the last code, and the city. */
export const postalCodes = `
US 94102 94134 San Francisco
US 90001 90048 Los Angeles
US 98101 98126 Seattle
US 10001 10040 New York
US 60601 60647 Chicago
US 77002 77057 Houston
US 85003 85051 Phoenix
US 19102 19154 Philadelphia
US 78202 78250 San Antonio
US 92101 92131 San Diego
US 75201 75252 Dallas
US 78701 78759 Austin
US 02108 02136 Boston
US 80202 80239 Denver
US 97201 97239 Portland
US 33125 33147 Miami
US 30303 30342 Atlanta
US 55401 55419 Minneapolis
CA M4B M4Y Toronto
CA V5K V5Z Vancouver
CA H2A H2Z Montreal
DE 10115 10119 Berlin
DE 10551 10589 Berlin
DE 20095 20099 Hamburg
DE 20144 20149 Hamburg
DE 22041 22049 Hamburg
DE 80331 80339 Munich
DE 50667 50679 Cologne
DE 60308 60329 Frankfurt am Main
DE 70173 70199 Stuttgart
FR 75001 75020 Paris
FR 69001 69009 Lyon
FR 13001 13016 Marseille
ES 28001 28050 Madrid
ES 08001 08042 Barcelona
IT 00118 00199 Rome
IT 20121 20162 Milan
NL 1011 1019 Amsterdam
NL 1051 1079 Amsterdam
NL 3011 3039 Rotterdam
NL 3511 3584 Utrecht
AU 2000 2050 Sydney
AU 3000 3055 Melbourne
AU 4000 4014 Brisbane
AT 1010 1090 Vienna
CH 8001 8064 Zurich
SE 11120 11169 Stockholm
`
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [country = '', first = '', last = '', ...city] = line.split(' ');
    return codesFrom(first, last).map((code) => ({ country, code, city: city.join(' ') }));
  });

/** All codes of a range. In `M4B` the last character counts up, in `02108` the number. */
function codesFrom(first: string, last: string): readonly string[] {
  if (/^\d+$/.test(first)) {
    const [from, to] = [Number(first), Number(last)];
    return Array.from({ length: to - from + 1 }, (_, index) =>
      String(from + index).padStart(first.length, '0'),
    );
  }
  const [from, to] = [first.charCodeAt(2), last.charCodeAt(2)];
  return Array.from(
    { length: to - from + 1 },
    (_, index) => first.slice(0, 2) + String.fromCharCode(from + index),
  );
}

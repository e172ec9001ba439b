import { createHash } from 'node:crypto';
import type { StoredRow } from '../../store.ts';
import { cities } from './cities.ts';
import { itemsOf, option } from './option.ts';
import { postalCodes } from './postal-codes.ts';
import { regions } from './regions.ts';
import { metros, states } from './us-places.ts';

const countryCodes = itemsOf(`
AD, AE, AF, AG, AI, AL, AM, AO, AR, AS, AT, AU, AW, AX, AZ, BA, BB, BD, BE, BF, BG, BH, BI, BJ,
BL, BM, BN, BO, BQ, BR, BS, BT, BW, BY, BZ, CA, CC, CD, CF, CG, CH, CI, CK, CL, CM, CN, CO, CR,
CU, CV, CW, CX, CY, CZ, DE, DJ, DK, DM, DO, DZ, EC, EE, EG, EH, ER, ES, ET, FI, FJ, FK, FM, FO,
FR, GA, GB, GD, GE, GF, GG, GH, GI, GL, GM, GN, GP, GQ, GR, GT, GU, GW, GY, HK, HN, HR, HT, HU,
ID, IE, IL, IM, IN, IO, IQ, IR, IS, IT, JE, JM, JO, JP, KE, KG, KH, KI, KM, KN, KP, KR, KW, KY,
KZ, LA, LB, LC, LI, LK, LR, LS, LT, LU, LV, LY, MA, MC, MD, ME, MF, MG, MH, MK, ML, MM, MN, MO,
MP, MQ, MR, MS, MT, MU, MV, MW, MX, MY, MZ, NA, NC, NE, NF, NG, NI, NL, NO, NP, NR, NU, NZ, OM,
PA, PE, PF, PG, PH, PK, PL, PM, PR, PS, PT, PW, PY, QA, RE, RO, RS, RU, RW, SA, SB, SC, SD, SE,
SG, SH, SI, SJ, SK, SL, SM, SN, SO, SR, SS, ST, SV, SX, SY, SZ, TC, TD, TG, TH, TJ, TL, TM, TN,
TO, TR, TT, TV, TW, TZ, UA, UG, US, UY, UZ, VA, VC, VE, VG, VI, VN, VU, WF, WS, YE, YT, ZA, ZM, ZW`);

const names = new Intl.DisplayNames(['en'], { type: 'region' });
const nameOf = (country: string): string => names.of(country) ?? country;

/** Values that are always the same places; those of the others are made from their names. */
const known: Readonly<Record<string, string>> = {
  'United States': '96683cc9126741d1',
  Germany: '3078869807f9dd36',
  'United Kingdom': '6416b8512febefc9',
  Japan: '06ef846bfc783874',
  Canada: '3376992a082d67c7',
  Netherlands: '879d7cfc66c9c290',
  'Hamburg, Germany': '3797791ff9c0e4c6',
  'Amsterdam, Netherlands': '5d838f7a011f4a2d',
  'Los Angeles, Los Angeles CA, CA, USA': '3b77caf94bfc81fe',
  'San Francisco, San Francisco-Oakland-San Jose CA, CA, USA': '5a110d312052166f',
  'Seattle, Seattle-Tacoma WA, WA, USA': '300bcc6e23a88361',
  'London, United Kingdom': '457b4814b4240d87',
  'Edinburgh, United Kingdom': '7a42abaf56b6d1f5',
  'Osaka, Japan': '5c2b5e46ab891f07',
};
/** The same for regions, whose names may be those of cities. */
const knownRegions: Readonly<Record<string, string>> = {
  'Bavaria, Germany': '84a3dcf6b0e1c2d4',
  'California, USA': 'fbd6d2f5a4e4a15e',
};

const place = (location_type: string, country_code: string, name: string): StoredRow => {
  const value = (location_type === 'REGIONS' ? knownRegions : known)[name];
  const made = createHash('sha1').update(`${location_type} ${name}`).digest('hex').slice(0, 16);
  return option('LOCATION', value ?? made, { name, country_code, location_type });
};

const stateOf = (metro: string): string => metro.slice(-2);

/** All places that can be targeted. */
export const locations: readonly StoredRow[] = [
  ...countryCodes.map((code) => place('COUNTRIES', code, nameOf(code))),
  ...[...states.values()].map((state) => place('REGIONS', 'US', `${state}, USA`)),
  ...regions.flatMap(([code, some]) =>
    some.map((region) => place('REGIONS', code, `${region}, ${nameOf(code)}`)),
  ),
  ...metros.map(([metro]) => place('METROS', 'US', `${metro}, USA`)),
  ...metros.flatMap(([metro, some]) =>
    some.map((city) => place('CITIES', 'US', `${city}, ${metro}, ${stateOf(metro)}, USA`)),
  ),
  ...cities.flatMap(([code, some]) =>
    some.map((city) => place('CITIES', code, `${city}, ${nameOf(code)}`)),
  ),
  ...postalCodes.map(({ country, code, city }) =>
    place(
      'POSTAL_CODES',
      country,
      `${code}, ${city}, ${country === 'US' ? 'USA' : nameOf(country)}`,
    ),
  ),
];

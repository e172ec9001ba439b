import { invalid, refusal } from './refusal.ts';

/** Decoded names and values, in the order in which they were sent. */
export type Pairs = readonly (readonly [name: string, value: string])[];

/** Reads a query or a form; a plus is a space. Throws a 400 for invalid percent-encoding. */
export const readPairs = (text: string): Pairs =>
  text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      return at < 0
        ? ([plain(pair), ''] as const)
        : ([plain(pair.slice(0, at)), plain(pair.slice(at + 1))] as const);
    });

/** Checks pairs and returns them. Throws a 400 if a name is given twice. */
export const distinct = (pairs: Pairs): Pairs => {
  const seen = new Set<string>();
  for (const [parameter] of pairs) {
    if (seen.has(parameter)) {
      throw invalid(parameter, `The parameter ${parameter} is given twice`);
    }
    seen.add(parameter);
  }
  return pairs;
};

const plain = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw refusal(400, 'INVALID_PARAMETER', 'A parameter is not valid percent-encoded UTF-8');
  }
};

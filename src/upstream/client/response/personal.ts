import type { Endpoint } from '../../catalogue/language/endpoint.ts';
import { namesBesidePeople } from '../../catalogue/language/personal.ts';
import type { UpstreamProblem } from '../errors.ts';
import { memoize } from '../memoize.ts';

/** Removes from a problem what a message may not repeat. */
export type Redact = (problem: UpstreamProblem) => UpstreamProblem;

const namesOf = memoize(namesBesidePeople);

// Codes are constants or numbers of up to 4 digits. An identifier of a person is neither.
const code = /^([A-Z]+(_[A-Z0-9]+)*|[0-9]{1,4})$/;
const message =
  'The API refused it. What it says is withheld, because it may repeat identifiers of people.';

/**
 * Reduces the problems of an endpoint that takes identifiers of people to a code and the name of a
 * parameter, so that no value is repeated. Null for endpoints that take none.
 */
export const personalRedactor = (endpoint: Endpoint): Redact | null => {
  const names = namesOf(endpoint);
  if (names === null) return null;
  return ({ code: given, parameter }) => ({
    code: code.test(given) ? given : 'UNKNOWN',
    message,
    ...(parameter !== undefined && names.has(parameter) && { parameter }),
  });
};

import { closest, distance } from 'fastest-levenshtein';
import { ConfigError } from './config-error.ts';

/** How the names of the gateway's own variables begin. */
const ours = /^(?:ADS|GATEWAY|LIMIT|REDIS|SESSION|TIMEOUT|TRACEPARENT|TYPE)_/;

// Kubernetes describes every service of a namespace so, also one that is called redis or gateway.
const ofServices = /_SERVICE_(?:HOST|PORT(?:_\w+)?)$|_PORT(?:_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?)?$/;

/**
 * The hint at the known variable that a name was probably meant to be; empty where none is near.
 */
const hintAt = (name: string, known: readonly string[]): string => {
  const found = closest(name, known);
  return distance(name, found) <= name.length / 3 ? `; is ${found} meant?` : '';
};

/** A warning for each variable that looks like one of ours and is none. No value is shown. */
export const misspeltIn = (names: readonly string[], known: readonly string[]): readonly string[] =>
  names
    .filter((name) => ours.test(name) && !ofServices.test(name) && !known.includes(name))
    .map((name) => `${name} is no variable of the gateway${hintAt(name, known)}`);

/**
 * Throws ConfigError for a limit or deadline that there is not: nobody would notice its absence.
 */
export const refuseUnknownLimits = (names: readonly string[], known: readonly string[]): void => {
  const unknown = names.find((name) => /^(?:LIMIT|TIMEOUT)_/.test(name) && !known.includes(name));
  if (unknown === undefined) return;
  const all = 'ads-graph start --print-limits prints them all';
  throw new ConfigError(`${unknown} is no limit (${all})${hintAt(unknown, known)}`);
};

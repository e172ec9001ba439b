import { closest, distance } from 'fastest-levenshtein';
import { ConfigError } from './config-error.ts';

/** How the names of the gateway's own variables begin. */
const ours = /^(?:ADS|GATEWAY|LIMIT|REDIS|SESSION|TIMEOUT|TRACEPARENT|TYPE)_/;

// Kubernetes sets such variables for every service of a namespace, also for one named redis.
const ofServices = /_SERVICE_(?:HOST|PORT(?:_\w+)?)$|_PORT(?:_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?)?$/;

/** Suggests the known variable that a misspelt one probably means; empty if none is similar. */
const hintAt = (name: string, known: readonly string[]): string => {
  const found = closest(name, known);
  return distance(name, found) <= name.length / 3 ? `; is ${found} meant?` : '';
};

/**
 * A warning for each variable that looks like one of the gateway's but is not. No value is shown.
 */
export const misspeltIn = (names: readonly string[], known: readonly string[]): readonly string[] =>
  names
    .filter((name) => ours.test(name) && !ofServices.test(name) && !known.includes(name))
    .map((name) => `${name} is no variable of the gateway${hintAt(name, known)}`);

/**
 * Throws ConfigError for an unknown limit or deadline: a misspelt one would silently do nothing.
 */
export const refuseUnknownLimits = (names: readonly string[], known: readonly string[]): void => {
  const unknown = names.find((name) => /^(?:LIMIT|TIMEOUT)_/.test(name) && !known.includes(name));
  if (unknown === undefined) return;
  const all = 'ads-graph start --print-limits prints them all';
  throw new ConfigError(`${unknown} is no limit (${all})${hintAt(unknown, known)}`);
};

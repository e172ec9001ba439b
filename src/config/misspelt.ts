import { closest, distance } from 'fastest-levenshtein';
import { didYouMean } from '../upstream/catalogue/language/near-names.ts';
import { ConfigError } from './config-error.ts';

/** The beginnings of the names of the gateway's own variables. */
const ours = /^(?:(?:ADS|GATEWAY|LIMIT|MCP|REDIS|SESSION|TIMEOUT|TRACEPARENT|TYPE)_|GUARD)/;

// Kubernetes sets such variables for every service of a namespace, also for one named redis.
const ofServices = /_SERVICE_(?:HOST|PORT(?:_\w+)?)$|_PORT(?:_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?)?$/;

/** Number of letters in which a name differs from the nearest known one. */
const mistakesIn = (name: string, known: readonly string[]): number =>
  distance(name, closest(name, known));

// OTEL_METRICS_EXPORTER is four letters from OTEL_TRACES_EXPORTER, and no mistake.
const maxDistance = 2;

const isNear = (name: string, known: readonly string[]): boolean =>
  mistakesIn(name, known) <= Math.min(maxDistance, name.length / 6);

/**
 * A warning for each unknown variable that has a prefix of the gateway's, or is a slip away from a
 * known one. No value is shown.
 */
export const misspeltIn = (names: readonly string[], known: readonly string[]): readonly string[] =>
  names
    .filter((name) => !known.includes(name) && !ofServices.test(name))
    .filter((name) => ours.test(name) || isNear(name, known))
    .map((name) => `${name} is not a variable of the gateway${didYouMean(name, known)}`);

/**
 * Throws ConfigError for an unknown limit or deadline: a misspelt one would silently do nothing.
 */
export const refuseUnknownLimits = (names: readonly string[], known: readonly string[]): void => {
  const unknown = names.find((name) => /^(?:LIMIT|TIMEOUT)_/.test(name) && !known.includes(name));
  if (unknown === undefined) return;
  const all = 'ads-graph start --print-limits prints them all';
  throw new ConfigError(`${unknown} is not a limit (${all})${didYouMean(unknown, known)}`);
};

import { closest, distance } from 'fastest-levenshtein';
import { ConfigError } from './config-error.ts';

/** How the names of the gateway's own variables begin. */
const ours = /^(?:ADS|GATEWAY|LIMIT|REDIS|SESSION|TIMEOUT|TRACEPARENT|TYPE)_/;

// Kubernetes describes every service of a namespace so, also one that is called redis or gateway.
const ofServices = /_SERVICE_(?:HOST|PORT(?:_\w+)?)$|_PORT(?:_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?)?$/;

/** How many letters are wrong in a name that was meant to be the nearest known one. */
const mistakesIn = (name: string, known: readonly string[]): number =>
  distance(name, closest(name, known));

/**
 * The hint at the known variable that a name was probably meant to be; empty where none is near.
 */
const hintAt = (name: string, known: readonly string[]): string =>
  mistakesIn(name, known) <= name.length / 3 ? `; is ${closest(name, known)} meant?` : '';

// OTEL_METRICS_EXPORTER, say, is four letters from OTEL_TRACES_EXPORTER, and no mistake.
const mostMistakes = 2;

const isNear = (name: string, known: readonly string[]): boolean =>
  mistakesIn(name, known) <= Math.min(mostMistakes, name.length / 6);

/**
 * A warning for each variable that begins as ours do, or is a slip away from a known one, and is
 * none. No value is shown.
 */
export const misspeltIn = (names: readonly string[], known: readonly string[]): readonly string[] =>
  names
    .filter((name) => !known.includes(name) && !ofServices.test(name))
    .filter((name) => ours.test(name) || isNear(name, known))
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

import type { FormattedNote } from '../../execution/answer/failures.ts';
import type { Ads, CallRecord } from '../../upstream/client/client.ts';
import { fieldsIn } from '../../upstream/client/trace.ts';

// The members that JSON.stringify writes, in this order.
const members = [
  'upstream',
  'calls',
  'endpoint',
  'method',
  'path',
  'status',
  'durationMs',
  'attempts',
  'ids',
  'startMs',
  'round',
  'field',
  'alsoFor',
  'count',
  'adsBudget',
  'scope',
  'limit',
  'remaining',
  'resetAt',
];

/**
 * The extensions for `x-ads-trace: 1` as JSON: the upstream calls, and what is left of their rate
 * windows.
 */
export const traceOf = ({ calls, budget }: Pick<Ads, 'calls' | 'budget'>): string =>
  JSON.stringify(
    {
      upstream: { calls: calls.map(shown), count: calls.length },
      adsBudget: budget(),
    },
    members,
  );

const shown = (call: CallRecord) => ({
  ...call,
  durationMs: tenths(call.durationMs),
  startMs: tenths(call.startMs),
  alsoFor: othersOf(call),
});

/** The other fields that a call answers; undefined if there are none. */
const othersOf = ({ field, sharers }: CallRecord): readonly string[] | undefined => {
  const others = [...fieldsIn(sharers ?? new Set())].filter((one) => one !== field);
  return others.length === 0 ? undefined : others;
};

const tenths = (ms: number): number => Math.round(ms * 10) / 10;

/** The extensions of an answer as JSON: its notes, and the trace if the client wants it. */
export const extensionsOf = (
  notes: readonly FormattedNote[],
  trace: (() => string) | null,
): string | undefined => {
  if (notes.length === 0) return trace?.();
  const text = `{"notes":${JSON.stringify(notes)}`;
  return trace === null ? `${text}}` : `${text},${trace().slice(1)}`;
};

import type { Ads, CallRecord } from '../../upstream/client/client.ts';
import { fieldsIn } from '../../upstream/client/trace.ts';

// The members that JSON.stringify writes, in this order.
const members = [
  'upstream',
  'calls',
  'index',
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
  'tries',
  'waitMs',
  'count',
  'adsBudget',
  'scope',
  'limit',
  'remaining',
  'resetAt',
];

/**
 * The extensions for `x-ads-trace: 1` as JSON: the upstream calls, and the remaining calls of their
 * rate windows.
 */
export const traceOf = ({ calls, budget }: Pick<Ads, 'calls' | 'budget'>): string =>
  JSON.stringify(
    {
      upstream: { calls: calls.map(shown), count: calls.length },
      adsBudget: budget(),
    },
    members,
  );

/**
 * The calls that have changed since they were last shown, as JSON of the same shape without the
 * other extensions; null if no call has changed. `shownBefore` has the JSON of each call by its
 * index, and is updated.
 */
export const changedCalls = (calls: Ads['calls'], shownBefore: string[]): string | null => {
  const changed = calls.flatMap((call, index) => {
    const text = JSON.stringify({ index, ...shown(call) }, members);
    if (shownBefore[index] === text) return [];
    shownBefore[index] = text;
    return [text];
  });
  return changed.length === 0 ? null : `{"upstream":{"calls":[${changed.join()}]}}`;
};

const shown = (call: CallRecord) => ({
  ...call,
  durationMs: tenths(call.durationMs),
  attempts: call.tries.length,
  startMs: tenths(call.startMs),
  alsoFor: othersOf(call),
  tries: call.tries.map(({ startMs, durationMs, status, waitMs }) => ({
    startMs: tenths(startMs),
    durationMs: tenths(durationMs),
    status,
    waitMs: tenths(waitMs),
  })),
});

/** The other fields that a call answers; undefined if there are none. */
const othersOf = ({ field, sharers }: CallRecord): readonly string[] | undefined => {
  const others = [...fieldsIn(sharers ?? [])].filter((one) => one !== field);
  return others.length === 0 ? undefined : others;
};

const tenths = (ms: number | null): number | null =>
  ms === null ? null : Math.round(ms * 10) / 10;

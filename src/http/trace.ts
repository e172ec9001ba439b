import type { Ads, CallRecord } from '../upstream/client/client.ts';

// JSON.stringify lists these members alone, and in this order.
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
  'count',
  'adsBudget',
  'scope',
  'limit',
  'remaining',
  'resetAt',
];

/** The extensions of an answer whose client wants to know what it cost upstream, as JSON. */
export const traceOf = ({ calls, budget }: Pick<Ads, 'calls' | 'budget'>): string =>
  JSON.stringify(
    {
      upstream: { calls: calls.map(rounded), count: calls.length },
      adsBudget: budget(),
    },
    members,
  );

const rounded = (call: CallRecord): CallRecord => ({
  ...call,
  durationMs: tenths(call.durationMs),
  startMs: tenths(call.startMs),
});

const tenths = (ms: number): number => Math.round(ms * 10) / 10;

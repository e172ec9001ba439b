import type { TracedCall } from '../../../client/extensions.ts';
import { duration } from '../words.ts';

/** A stretch of time in the bar of a call: an attempt, or the wait before it. */
interface Segment {
  readonly kind: 'good' | 'warn' | 'bad' | 'waits' | 'running';
  readonly from: number;
  readonly to: number;
  readonly title: string;
}

/** The tone of a status; null is no response. */
export const kindOf = (status: number | null): 'good' | 'warn' | 'bad' => {
  if (status === null || status >= 500) return 'bad';
  return status >= 400 ? 'warn' : 'good';
};

// A shorter wait is invisible.
const leastWaitMs = 1;

/**
 * The bar of a call: each attempt, and the waits between them. An open attempt lasts until `now`.
 */
export const segmentsOf = (
  { startMs, durationMs, status, tries = [] }: TracedCall,
  now: number,
): readonly Segment[] => {
  if (tries.length === 0) {
    const isWaiting = durationMs === null;
    const to = isWaiting ? now : startMs + durationMs;
    return [
      { kind: isWaiting ? 'waits' : kindOf(status), from: startMs, to, title: 'nothing was sent' },
    ];
  }
  return tries.flatMap(({ startMs: from, durationMs: lasted, waitMs, ...one }, at) => {
    const attempt: Segment = {
      kind: lasted === null ? 'running' : kindOf(one.status),
      from,
      to: lasted === null ? now : from + lasted,
      title: titleOf(at + 1, one.status, lasted),
    };
    if (waitMs < leastWaitMs) return [attempt];
    const title = `waited ${duration(waitMs)}`;
    return [{ kind: 'waits', from: from - waitMs, to: from, title }, attempt];
  });
};

const titleOf = (number: number, status: number | null, lasted: number | null): string => {
  if (lasted === null) return `attempt ${number}, running`;
  return `attempt ${number}: ${status ?? 'no response'} after ${duration(lasted)}`;
};

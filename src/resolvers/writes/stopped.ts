import type { DryRun } from '../context.ts';
import { stoppedWrite } from '../effects/stopped-write.ts';
import { unknownOutcome, type WrittenErrors } from '../write-errors.ts';
import type { WriteEnd, WriteRequest, WriteResult } from '../write-request.ts';

/**
 * Records a write that a dry run stops before its call. A step of a launch goes on with rows made
 * of what it would send, so that the steps after it have parents.
 */
export const stop = (sending: WriteRequest, { stopped }: DryRun): WriteResult => {
  const write = stoppedWrite(sending, stopped.length);
  const { rows } = write;
  stopped.push(write);
  if (sending.step === undefined) return unsent;
  const itemIndexes = rows.map((_, index) => index);
  return { rows, itemIndexes, texts: [], nextCursor: null, totalCount: null };
};

/** Records a batch that is refused for nothing but faults of items, so that the others are told. */
export const recordSound = (
  sending: WriteRequest,
  { stopped }: DryRun,
  { errors, byItem }: WrittenErrors,
): void => {
  if (errors.length > 0 || byItem === null) return;
  const faulty = byItem.flatMap((found, index) => (found.length > 0 ? [index] : []));
  stopped.push({ ...stoppedWrite(sending, stopped.length), faulty: new Set(faulty) });
};

const unsent: WriteEnd = { outcome: 'NOT_APPLIED', errors: [], byItem: null, rows: [], texts: [] };

/** How a write stands whose key was used before, and of which nobody knows how it ended. */
export const leftOpen = (): WriteEnd => ({
  ...unsent,
  outcome: 'UNKNOWN',
  errors: [unknownOutcome('It was sent before. Sent with its key, it is read back first.')],
});

import type { DryRun } from '../context.ts';
import { stoppedWrite } from '../effects/stopped-write.ts';
import { unknownOutcome, type WrittenErrors } from '../write-errors.ts';
import type { WriteEnd, WriteRequest, WriteResult } from '../write-request.ts';

/**
 * Records a write that a dry run stops before its call. A step of a launch continues with rows from
 * its input, so that the steps after it have parents.
 */
export const stop = (sending: WriteRequest, { stopped }: DryRun): WriteResult => {
  const write = stoppedWrite(sending, stopped.length);
  const { rows } = write;
  stopped.push(write);
  if (sending.step === undefined) return unsent;
  const itemIndexes = rows.map((_, index) => index);
  return { rows, itemIndexes, texts: [], nextCursor: null, totalCount: null };
};

/** Records a batch that is refused only for faults of items. The dry run shows its other items. */
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

/** The end of a write whose key was used before and whose outcome is unknown. */
export const leftOpen = (): WriteEnd => ({
  ...unsent,
  outcome: 'UNKNOWN',
  errors: [unknownOutcome('It was sent before.')],
});

import { GraphQLError } from 'graphql';
import { readBackOf } from '../../loaders/read-back.ts';
import type { AuditEnd, AuditedWrite, EndSource } from '../../state/audit.ts';
import type { LedgerEntry } from '../../state/ledger.ts';
import { isUnsent } from '../../state/unavailable.ts';
import { isOfCall } from '../../upstream/client/errors.ts';
import type { Row } from '../../upstream/client/row.ts';
import type { DryRun } from '../context.ts';
import { madeBy, rowName, stoppedWrite } from '../effects/effects.ts';
import type { KnownEffect } from '../effects/known.ts';
import type { LoadContext } from '../field.ts';
import { type AdmittedWrite, admit } from '../guards/admit.ts';
import { unknownOutcome, type WrittenErrors } from '../write-errors.ts';
import type { Settlement, WriteEnd, WriteRequest, WriteResult } from '../write-request.ts';
import { confirm, notReadBack } from './confirm.ts';
import { begin, readKept, written } from './write-record.ts';

/**
 * Sends a write with a key once, however many requests have that key. The write is recorded before
 * it is sent, and its outcome is kept for later requests. If the outcome is unknown, the next
 * request reads the write back. A faulty write is not sent. If its key is known, the result is that
 * of the recorded write, else `refused`. The guards judge a write just before it is sent; if they
 * refuse it, its key stays free.
 */
export const recorded = async (
  sending: WriteRequest,
  asking: LoadContext,
  { sendOnce, refused }: WriteCallbacks,
): Promise<WriteResult> => {
  const { endpoint, input, key, given: compared = input, faults } = sending;
  // Without a key there is nothing to record, unless a keyed write could later claim this row.
  const hasNoRecord = key === null && readBackOf(endpoint).list === null;
  const isFaulty = faults.found().length > 0;
  if (hasNoRecord) {
    const result = isFaulty ? refused() : await sendGuarded(sending, asking, sendOnce);
    return settledBy(sending, result) ?? result;
  }
  const begun = await begin({ mutation: endpoint.name, key, compared, faults }, asking);
  if (begun === null) return refused();
  if ('outcome' in begun) {
    const result = readKept(sending, begun.outcome);
    return auditRepeated(sending, asking, { result, isReadBack: false });
  }
  if (asking.context.dryRun !== null) return begun.isOpen ? leftOpen() : sendOnce([]);
  const known = begun.isOpen ? await seen(sending, begun, asking) : null;
  if (known !== null) return auditRepeated(sending, asking, { result: known, isReadBack: true });
  let isSent = false;
  let admitted: AdmittedWrite | WriteEnd | null = null;
  const attempt = async (): Promise<WriteResult> => {
    sending.step?.mayBegin();
    const instead = (await sending.step?.instead?.()) ?? null;
    if (instead !== null) return instead;
    admitted = await admit(sending, asking, begun.since);
    if ('outcome' in admitted) return admitted;
    isSent = true;
    return sendOnce(admitted.known);
  };
  // An earlier attempt may still be applied.
  const takeBack = async (): Promise<void> => {
    if (!begun.isOpen && admitted !== null && 'takeBack' in admitted) await admitted.takeBack();
  };
  const result = await attempt().catch(async (error: unknown) => {
    // After an internal error, the write may have been applied.
    const isUnknown = begun.isOpen || (isSent && !isOfCall(error) && !isUnsent(error));
    await (isUnknown ? begun.markUnknown() : begun.release());
    if (!isUnknown) await takeBack();
    throw error;
  });
  if (result === admitted) {
    await (begun.isOpen ? begun.markUnknown() : begun.release());
    return result;
  }
  if (isUnapplied(result)) await takeBack();
  const sent = settledBy(sending, result);
  await keep(sent ?? result, { sending, entry: begun, isSettled: sent !== null });
  return sent ?? result;
};

/** The result that is returned and recorded; null if it does not show the outcome. */
const settledBy = (
  { settled = (result) => result }: WriteRequest,
  sent: WriteResult,
): WriteResult | null => {
  if ('outcome' in sent) return sent.outcome === 'UNKNOWN' ? null : sent;
  return settled(sent);
};

/** The two ways to end a write: to send it, or to refuse it because of its faults. */
interface WriteCallbacks {
  readonly sendOnce: SendOnce;
  readonly refused: () => WriteEnd;
}

/** Records the result of a write. */
const keep = async (
  sent: WriteResult,
  { sending, entry, isSettled }: WriteToRecord,
): Promise<void> => {
  const isRefused = 'outcome' in sent && sent.outcome === 'REJECTED';
  const isForgotten = isRefused && sending.step !== undefined && sending.step.keepsRefusal !== true;
  // An attempt before the refusal may still be applied.
  if (!isSettled || (isForgotten && entry.isOpen)) await entry.markUnknown();
  else if (isForgotten) await entry.release();
  else await entry.end(written(sending, sent), madeBy(sending, sent.rows).map(rowName));
};

interface WriteToRecord {
  readonly sending: WriteRequest;
  readonly entry: LedgerEntry;
  readonly isSettled: boolean;
}

/** The result of a write that was sent before; null if it must be sent again. */
const seen = async (
  sending: WriteRequest,
  entry: LedgerEntry,
  asking: LoadContext,
): Promise<WriteResult | null> => {
  const { endpoint, input: given, shown = async () => given, faults, step } = sending;
  const { calls } = asking.context.ads;
  let before = calls.length;
  const readBack = async (): Promise<Settlement> => {
    step?.mayBegin();
    const input = await shown(entry.since);
    before = calls.length;
    // A write with faults cannot be sent again.
    const settle = faults.found().length === 0 ? step?.settle : undefined;
    return settle?.(entry.since) ?? confirm({ endpoint, input, entry }, asking);
  };
  const found = await readBack()
    .catch(notReadBack)
    .catch(async (error: unknown) => {
      await entry.markUnknown();
      throw error;
    });
  if (found.found === 'nothing') return null;
  if (found.found === 'end') {
    const sent = settledBy(sending, found.end) ?? found.end;
    await entry.end(written(sending, sent), []);
    return sent;
  }
  await entry.markUnknown();
  const looked = calls.length > before ? ' and read back just now' : '';
  const errors = [unknownOutcome(`It was sent before${looked}. ${found.reason}`)];
  return { outcome: 'UNKNOWN', errors, byItem: null, rows: [], texts: [] };
};

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

interface KnownWrite {
  readonly sending: WriteRequest;
  readonly known: readonly KnownEffect[];
}

/**
 * Sends a write that the audit has a line of before its first byte leaves. `sendOnce` gets the
 * field whose calls are recorded. Rejects as it does; and with STATE_STORE_UNAVAILABLE, unsent, if
 * the line cannot be written.
 */
export const audited = async (
  write: KnownWrite,
  { context, field }: LoadContext,
  sendOnce: (asking: LoadContext) => Promise<WriteResult>,
): Promise<WriteResult> => {
  let begun: Promise<(end: AuditEnd) => Promise<void>> | null = null;
  const beforeSending = async (): Promise<void> => {
    begun ??= context.audit.begin(lineOf(write, field.selected.key));
    await begun;
  };
  const { length } = context.ads.calls;
  const end = async (ended: Pick<AuditEnd, 'outcome' | 'rows' | 'errors'>): Promise<void> => {
    const call = context.ads.calls
      .slice(length)
      .find(({ endpoint }) => endpoint === write.sending.endpoint.name);
    const complete = await begun?.catch(() => null);
    await complete?.({ ...ended, transaction: call?.transaction ?? null });
  };
  const trace = { ...field.trace, beforeSending };
  const result = await sendOnce({ context, field: { ...field, trace } }).catch(
    async (error: unknown) => {
      const outcome = isOfCall(error) ? 'NOT_APPLIED' : 'UNKNOWN';
      await end({ outcome, rows: [], errors: [{ code: codeOf(error) }] });
      throw error;
    },
  );
  await end(endOf(write.sending, result));
  return result;
};

/** Records the end of a write that was sent before, and returns it. */
export const auditRepeated = async (
  sending: WriteRequest,
  { context, field }: LoadContext,
  { result, ...how }: { readonly result: WriteResult } & EndSource,
): Promise<WriteResult> => {
  const line = lineOf({ sending, known: [] }, field.selected.key);
  await context.audit.repeated(line, { ...endOf(sending, result), ...how, transaction: null });
  return result;
};

const lineOf = ({ sending, known }: KnownWrite, root: string): AuditedWrite => ({
  ...stoppedWrite(sending, 0),
  before: new Map(
    known.flatMap(({ item, before }) => (before === null ? [] : [[item, before] as const])),
  ),
  key: sending.key,
  root,
});

const noRows: readonly Row[] = [];

const endOf = (
  { settled = (result) => result, outcomeOf = () => 'APPLIED' }: WriteRequest,
  result: WriteResult,
): Pick<AuditEnd, 'outcome' | 'rows' | 'errors'> => {
  if ('outcome' in result) {
    const { outcome, errors, byItem } = result;
    return { outcome, rows: noRows, errors: [...errors, ...(byItem?.flat() ?? [])] };
  }
  const isSettled = settled(result) !== null;
  const { rows, problems = [] } = result;
  return { outcome: isSettled ? outcomeOf(result) : 'UNKNOWN', rows, errors: problems };
};

const codeOf = (error: unknown): string => {
  if (isOfCall(error)) return error.code;
  return error instanceof GraphQLError ? String(error.extensions['code']) : 'INTERNAL_SERVER_ERROR';
};

/** Sends a write, the given part of which was read beforehand. */
export type SendOnce = (known: readonly KnownEffect[]) => Promise<WriteResult>;

/** Sends a write that is not recorded, if the guards admit it. */
export const sendGuarded = async (
  sending: WriteRequest,
  asking: LoadContext,
  sendOnce: SendOnce,
): Promise<WriteResult> => {
  const admitted = await admit(sending, asking);
  if ('outcome' in admitted) return admitted;
  const result = await sendOnce(admitted.known).catch(async (error: unknown) => {
    if (isOfCall(error) || isUnsent(error)) await admitted.takeBack();
    throw error;
  });
  if (isUnapplied(result)) await admitted.takeBack();
  return result;
};

/** True if a write was certainly not applied. */
export const isUnapplied = (result: WriteResult): boolean =>
  'outcome' in result && (result.outcome === 'REJECTED' || result.outcome === 'NOT_APPLIED');

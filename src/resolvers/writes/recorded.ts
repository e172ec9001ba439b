import { readBackOf } from '../../loaders/read-endpoints.ts';
import type { AuditEnd, AuditedWrite, EndSource } from '../../state/audit.ts';
import type { LedgerEntry } from '../../state/ledger.ts';
import { isUnsent } from '../../state/refusals.ts';
import { isOfCall } from '../../upstream/client/errors.ts';
import type { DryRun } from '../context.ts';
import { madeBy, rowName, stoppedWrite } from '../effects/effects.ts';
import type { KnownEffect } from '../effects/known.ts';
import type { LoadContext } from '../field.ts';
import { type AdmittedWrite, admit, uncounted } from '../guards/admit.ts';
import type { WriteEnd } from '../write-errors.ts';
import { codeOf, faultErrors, rejected, unknownOutcome, writeEnd } from '../write-errors.ts';
import type { Settlement, WriteRequest, WriteResult } from '../write-request.ts';
import { confirm, notReadBack } from './confirm.ts';
import { begin, readKept, written } from './write-record.ts';

/** Calls the API; the calls of the field are those of the write. */
type SendOnce = (asking: LoadContext) => Promise<WriteResult>;

/**
 * Sends a write with a key once, however many requests have that key. The write is recorded before
 * it is sent, and its outcome is kept for later requests. If the outcome is unknown, the next
 * request reads the write back. A faulty write is not sent. If its key is known, the result is that
 * of the recorded write, else it is REJECTED. The guards judge a write just before it is sent; if
 * they refuse it, its key stays free.
 */
export const recorded = async (
  sending: WriteRequest,
  asking: LoadContext,
  sendOnce: SendOnce,
): Promise<WriteResult> => {
  const { endpoint, input, key, given: compared = input, faults } = sending;
  const { dryRun } = asking.context;
  // Without a key there is nothing to record, unless a keyed write could later claim this row.
  if (key === null && readBackOf(endpoint).list === null) {
    const isFaulty = faults.found().length > 0;
    return isFaulty ? refused(sending, dryRun) : sendAdmitted(sending, asking, { sendOnce });
  }
  const begun = await begin({ mutation: endpoint.name, key, compared, faults }, asking);
  if (begun === null) return refused(sending, dryRun);
  if ('outcome' in begun) {
    const result = readKept(sending, begun.outcome);
    return auditRepeated(sending, asking, { result, isReadBack: false });
  }
  if (dryRun !== null) return begun.isOpen ? leftOpen() : sendOnce(asking);
  const known = begun.isOpen ? await seen(sending, begun, asking) : null;
  if (known !== null) return auditRepeated(sending, asking, { result: known, isReadBack: true });
  return sendAdmitted(sending, asking, { sendOnce, entry: begun });
};

/** The end of a faulty write. If only items of a batch are faulty, a dry run shows the others. */
const refused = (sending: WriteRequest, dryRun: DryRun | null): WriteEnd => {
  const found = faultErrors(sending.faults.found(), sending.input);
  const { errors, byItem } = found;
  if (dryRun !== null && errors.length === 0 && byItem !== null) {
    const { stopped } = dryRun;
    const faulty = byItem.flatMap(({ length }, index) => (length > 0 ? [index] : []));
    stopped.push({ ...stoppedWrite(sending, stopped.length), faulty: new Set(faulty) });
  }
  return rejected(found);
};

/** The call of a write, and its record; without one, the write is not recorded. */
interface CallAndRecord {
  readonly sendOnce: SendOnce;
  readonly entry?: LedgerEntry;
}

/** Sends a write if the guards admit it, and records its result. */
const sendAdmitted = async (
  sending: WriteRequest,
  asking: LoadContext,
  { sendOnce, entry }: CallAndRecord,
): Promise<WriteResult> => {
  const { step } = sending;
  const { guards, dryRun } = asking.context;
  const isOpen = entry?.isOpen === true;
  let isSent = false;
  let admitted: AdmittedWrite | WriteEnd | null = null;
  const attempt = async (): Promise<WriteResult> => {
    step?.mayBegin();
    const instead = (await step?.instead?.()) ?? null;
    if (instead !== null) return instead;
    admitted =
      guards === null || dryRun !== null
        ? uncounted
        : await admit(sending, asking, guards, entry?.since);
    if ('outcome' in admitted) return admitted;
    isSent = true;
    return audited({ sending, known: admitted.known }, asking, sendOnce);
  };
  // An earlier attempt may still be applied.
  const takeBack = async (): Promise<void> => {
    if (!isOpen && admitted !== null && 'takeBack' in admitted) await admitted.takeBack();
  };
  const result = await attempt().catch(async (error: unknown) => {
    // After an internal error, the write may have been applied.
    const isUnknown = isOpen || (isSent && !isOfCall(error) && !isUnsent(error));
    await (isUnknown ? entry?.markUnknown() : entry?.release());
    if (!isUnknown) await takeBack();
    throw error;
  });
  if (result === admitted) {
    await (isOpen ? entry?.markUnknown() : entry?.release());
    return result;
  }
  if ('outcome' in result && (result.outcome === 'REJECTED' || result.outcome === 'NOT_APPLIED')) {
    await takeBack();
  }
  const sent = settledBy(sending, result);
  if (entry !== undefined) {
    await keep(sending, entry, sent ?? result, sent !== null);
  }
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

/** Records the result of a write. */
const keep = async (
  sending: WriteRequest,
  entry: LedgerEntry,
  sent: WriteResult,
  isSettled: boolean,
): Promise<void> => {
  const isRefused = 'outcome' in sent && sent.outcome === 'REJECTED';
  const isForgotten = isRefused && sending.step !== undefined && sending.step.keepsRefusal !== true;
  // An attempt before the refusal may still be applied.
  if (!isSettled || (isForgotten && entry.isOpen)) await entry.markUnknown();
  else if (isForgotten) await entry.release();
  else await entry.end(written(sending, sent), madeBy(sending, sent.rows).map(rowName));
};

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
  return writeEnd('UNKNOWN', [unknownOutcome(`It was sent before${looked}. ${found.reason}`)]);
};

/**
 * Records a write that a dry run stops before its call. A step of a launch continues with rows from
 * its input, so that the steps after it have parents.
 */
export const stop = (sending: WriteRequest, { stopped }: DryRun): WriteResult => {
  const write = stoppedWrite(sending, stopped.length);
  const { rows } = write;
  stopped.push(write);
  if (sending.step === undefined) return writeEnd('NOT_APPLIED');
  const itemIndexes = rows.map((_, index) => index);
  return { rows, itemIndexes, texts: [], nextCursor: null, totalCount: null };
};

/** The end of a write whose key was used before and whose outcome is unknown. */
const leftOpen = (): WriteEnd => writeEnd('UNKNOWN', [unknownOutcome('It was sent before.')]);

interface KnownWrite {
  readonly sending: WriteRequest;
  readonly known: readonly KnownEffect[];
}

/**
 * Sends a write that the audit has a line of before its first byte leaves. `sendOnce` gets the
 * field whose calls are recorded. Rejects as it does; and with STATE_STORE_UNAVAILABLE, unsent, if
 * the line cannot be written.
 */
const audited = async (
  write: KnownWrite,
  { context, field }: LoadContext,
  sendOnce: SendOnce,
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
const auditRepeated = async (
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

const endOf = (
  { settled = (result) => result, outcomeOf = () => 'APPLIED' }: WriteRequest,
  result: WriteResult,
): Pick<AuditEnd, 'outcome' | 'rows' | 'errors'> => {
  if ('outcome' in result) {
    const { outcome, errors, byItem } = result;
    return { outcome, rows: [], errors: [...errors, ...(byItem?.flat() ?? [])] };
  }
  const isSettled = settled(result) !== null;
  const { rows, problems = [] } = result;
  return { outcome: isSettled ? outcomeOf(result) : 'UNKNOWN', rows, errors: problems };
};

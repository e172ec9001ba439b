import { GraphQLError } from 'graphql';
import type { AuditEnd, AuditedWrite, EndSource } from '../../state/audit.ts';
import { isOfCall } from '../../upstream/client/errors.ts';
import type { Row } from '../../upstream/client/row.ts';
import { stoppedWrite } from '../effects/effects.ts';
import type { KnownEffect } from '../effects/known.ts';
import type { LoadContext } from '../field.ts';
import type { WriteRequest, WriteResult } from '../write-request.ts';

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

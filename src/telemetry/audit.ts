import { addressOf } from '../auth/sign-in-rate.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import type { AuditFor } from '../http/door/exchange.ts';
import type { AuditedWrite, AuditLine } from '../state/audit.ts';
import { type FileLine, openAuditFile } from '../state/audit-file.ts';
import { storeUnavailable } from '../state/unavailable.ts';
import { begun, callerOf, factsOf, roomFor, textOf, withEnd } from './audit-line.ts';
import type { Log } from './log.ts';

/** The record of all writes, in the log and in AUDIT_FILE. */
export interface AuditTrail {
  readonly auditFor: AuditFor;
  /** Sentences for the operator about AUDIT_FILE. */
  readonly warnings: () => readonly string[];
  readonly close: () => Promise<void>;
}

/** Opens AUDIT_FILE if it is set. Rejects with ConfigError if it cannot be opened. */
export const openAuditTrail = async (
  { auditFile: path, publicUrl }: Pick<Config, 'auditFile' | 'publicUrl'>,
  log: Pick<Log, 'info' | 'warn' | 'error'>,
  now: () => number = Date.now,
): Promise<AuditTrail> => {
  const file = path === null ? null : await openAuditFile(path).catch(refuseToOpen);
  let failure: string | null = null;
  const failed = (error: unknown): void => {
    const text = error instanceof Error ? error.message : String(error);
    if (failure === null) log.error({ reason: text }, 'AUDIT_FILE cannot be written');
    failure = text;
  };
  const worked = (): void => {
    if (failure !== null) log.warn('AUDIT_FILE is written again');
    failure = null;
  };
  // The log gives its lines a time of its own.
  const tell = ({ time: _, ...line }: AuditLine): void =>
    log[line.outcome === 'UNKNOWN' ? 'warn' : 'info']({ audit: true, ...line }, 'write');
  const append = async (line: AuditLine): Promise<FileLine | null> => {
    const added = await file?.append(textOf(line, roomFor(line.changes)));
    if (added !== undefined) worked();
    return added ?? null;
  };
  const complete = async (added: FileLine | null, line: AuditLine): Promise<void> => {
    tell(line);
    if (added !== null) await file?.replace(added, textOf(line)).catch(failed);
  };
  return {
    auditFor: (exchange, caller, schema) => {
      const address = addressOf(exchange.req, publicUrl !== null);
      const { id, audited } = exchange.record;
      const lineOf = (write: AuditedWrite): AuditLine => ({
        time: new Date(now()).toISOString(),
        request: id,
        ...factsOf(write, schema),
        caller: callerOf(caller, write.key, address),
        key: write.key,
        ...begun,
      });
      const note = (line: AuditLine, { root }: AuditedWrite): void => {
        const { account, ids, repeated } = line;
        audited.push({ root, account, ids, repeated });
      };
      return {
        begin: async (write) => {
          const line = lineOf(write);
          const added = await append(line).catch((error: unknown) => {
            failed(error);
            throw unwritten();
          });
          return async (end) => {
            const ended = withEnd(line, end);
            note(ended, write);
            await complete(added, ended);
          };
        },
        repeated: async (write, end) => {
          const line = { ...withEnd(lineOf(write), end), repeated: true };
          note({ ...line, repeated: !end.isReadBack }, write);
          try {
            await append(line);
          } catch (error) {
            failed(error);
          }
          tell(line);
        },
      };
    },
    warnings: () =>
      failure === null ? [] : [`AUDIT_FILE cannot be written, so no write is sent: ${failure}`],
    close: async () => file?.close(),
  };
};

const refuseToOpen = (error: NodeJS.ErrnoException): never => {
  throw new ConfigError(`AUDIT_FILE cannot be opened for reading and writing: ${error.code}`);
};

const unwritten = () =>
  storeUnavailable(
    'This write was not sent: the file that writes are recorded in cannot be written.',
  );

import { addressOf } from '../auth/sign-in-rate.ts';
import type { Caller } from '../auth/viewer.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import type { AuditFor } from '../http/door/exchange.ts';
import { changesIn } from '../resolvers/dry-run/changes.ts';
import { rowsAs } from '../resolvers/dry-run/shown.ts';
import { effectsOf } from '../resolvers/effects/effects.ts';
import type { AuditEnd, AuditedWrite, AuditLine } from '../state/audit.ts';
import { type FileLine, openAuditFile } from '../state/audit-file.ts';
import { storeUnavailable } from '../state/refusals.ts';
import { pathNames } from '../upstream/catalogue/language/identifiers.ts';
import { namesBesidePeople } from '../upstream/catalogue/language/personal.ts';
import { idOf, type Row, SOURCE } from '../upstream/client/row.ts';
import type { Log } from './log.ts';

const maxErrors = 5;
const maxArgument = 100;

/** Room for what a line says only at its end: errors, the transaction, and the ids of new rows. */
const roomFor = (changes: readonly unknown[]): number => 1500 + 24 * changes.length;

/** A line of a write that is about to be sent: nobody knows yet how it ends. */
const begun = {
  outcome: 'UNKNOWN',
  repeated: false,
  transaction: null,
  errors: [],
} as const;

const ascii = (text: string): string =>
  text.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const textOf = (line: AuditLine, room = 0): string => {
  const text = ascii(JSON.stringify(line));
  return `${text.padEnd(text.length + room)}\n`;
};

const callerOf = (
  { viewer, key, grant, isAgent }: Caller,
  writeKey: string | null,
  address: string,
): AuditLine['caller'] => ({
  user: viewer?.userId ?? null,
  key,
  agent: isAgent === true ? (grant?.client.name ?? key ?? 'local') : null,
  plan: (isAgent === true && /^mcp:([^:]+):/.exec(writeKey ?? '')?.[1]) || null,
  address: address === '' ? null : address,
});

/** The subject and the changes of a write. Records about people have neither. */
const factsOf = (
  write: AuditedWrite,
  schema: Parameters<typeof rowsAs>[0],
): Pick<AuditLine, 'mutation' | 'account' | 'ids' | 'changes'> => {
  const { endpoint, input, before } = write;
  const { show } = rowsAs(schema);
  const isPersonal = namesBesidePeople(endpoint) !== null;
  const effects = isPersonal ? [] : effectsOf(write);
  const changes = effects.flatMap((effect) => {
    const row = before.get(effect.item) ?? null;
    const currency = row?.['currency'];
    const known = {
      ...effect,
      given: effect.sent,
      before: row,
      parent: null,
      currency: typeof currency === 'string' ? currency : null,
      missing: null,
      isUnseen: row === null,
    };
    const id = effect.item === null ? {} : { id: effect.id === '' ? null : effect.id };
    return changesIn(known, show).map(({ field, before: from, after }) => ({
      ...id,
      field,
      ...(row !== null && { before: from }),
      after,
    }));
  });
  const account = input['account_id'];
  const named = effects.map(({ id }) => id).filter((id) => id !== '');
  return {
    mutation: endpoint.name,
    account: typeof account === 'string' ? account : null,
    ids: named.length > 0 ? named : pathIdOf(write),
    changes,
  };
};

/** The id in the path of a write that is about no row, such as that of an audience. */
const pathIdOf = ({ endpoint, input }: AuditedWrite): readonly string[] => {
  const [last] = pathNames(endpoint.path).slice(-1);
  if (last === undefined || last === 'account_id' || input[last] === undefined) return [];
  return [String(input[last])];
};

const withEnd = (line: AuditLine, { outcome, rows, transaction, errors }: AuditEnd): AuditLine => {
  const made = rows.filter(hasId).map(idOf);
  return {
    ...line,
    ids: made.length > 0 ? made : line.ids,
    outcome,
    transaction,
    errors: errors.slice(0, maxErrors).map(({ code, argument }) => ({
      code,
      ...(argument !== undefined && { argument: argument.slice(0, maxArgument) }),
    })),
  };
};

const hasId = (row: Row): boolean => typeof row[row[SOURCE].entity.key ?? ''] === 'string';

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

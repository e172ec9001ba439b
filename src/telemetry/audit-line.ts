import type { Caller } from '../auth/viewer.ts';
import { changesIn } from '../resolvers/dry-run/changes.ts';
import { rowsAs } from '../resolvers/dry-run/shown.ts';
import { effectsOf } from '../resolvers/effects/effects.ts';
import type { AuditEnd, AuditedWrite, AuditLine } from '../state/audit.ts';
import { pathNames } from '../upstream/catalogue/language/paths.ts';
import { namesBesidePeople } from '../upstream/catalogue/language/personal.ts';
import { idOf, type Row, SOURCE } from '../upstream/client/row.ts';

const maxErrors = 5;
const maxArgument = 100;

/** Room for what a line says only at its end: errors, the transaction, and the ids of new rows. */
export const roomFor = (changes: readonly unknown[]): number => 1500 + 24 * changes.length;

/** A line of a write that is about to be sent: nobody knows yet how it ends. */
export const begun = {
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

export const textOf = (line: AuditLine, room = 0): string => {
  const text = ascii(JSON.stringify(line));
  return `${text.padEnd(text.length + room)}\n`;
};

export const callerOf = (
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
export const factsOf = (
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

export const withEnd = (
  line: AuditLine,
  { outcome, rows, transaction, errors }: AuditEnd,
): AuditLine => {
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

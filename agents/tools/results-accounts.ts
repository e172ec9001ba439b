import { lowerId, sameId } from '../../src/upstream/catalogue/language/identifiers.ts';
import { zoneOf } from '../../src/upstream/catalogue/language/zones.ts';
import { entityOfKind } from '../../src/upstream/catalogue/metrics.ts';
import { ofErrors, ToolError, wrongArguments } from '../tool-error.ts';
import { globalIds } from './find-by-id.ts';
import type { ResultsInput } from './results-input.ts';
import { activeSpans, type KnownRange, knownRange } from './results-range.ts';
import type { ToolCall } from './tool.ts';

/** An account, and what of it results are wanted of. */
export interface WantedAccount {
  /** Global. */
  readonly ids: readonly string[];
  readonly known: KnownRange;
}

/** The accounts of a call, each with its range and its ids. */
export const accountsOf = async (
  { level, account, ids, range }: ResultsInput,
  call: ToolCall,
): Promise<readonly WantedAccount[]> => {
  const type = entityOfKind[level];
  const global = idsOf(type, { account, ids });
  const accountIds =
    global === null ? [accountIn(account ?? '')] : [...new Set(global.map(accountIn))];
  const zones = await zonesOf(accountIds, call);
  const wanted = accountIds.map(async (accountId): Promise<WantedAccount> => {
    const known = knownRange(range, zones(accountId), call.now());
    const own = global?.filter((id) => accountIn(id) === accountId);
    return { known, ids: own ?? (await activeIds({ type, level, accountId, known }, call)) };
  });
  return Promise.all(wanted);
};

const idsOf = (
  type: string,
  { account, ids }: Pick<ResultsInput, 'account' | 'ids'>,
): readonly string[] | null => {
  if (type === 'Account') {
    const all = ids ?? (account === undefined ? [] : [account]);
    if (all.length > 0) return all.map((id) => `Account:${accountIn(id)}`);
  }
  if (ids !== undefined) return globalIds(type, { ids, account });
  if (account !== undefined) return null;
  throw wrongArguments([{ argument: 'account', message: 'Give an account, or ids.' }]);
};

/** The id of the account that a global id names: `18ce54bik3s` of `Campaign:18ce54bik3s:c1`. */
const accountIn = (id: string): string => lowerId(id.split(':')[1] ?? id);

const zonesDocument = `query Zones($ids: [ID!]!) {
  accounts(accountIds: $ids, first: 200) { nodes { restId timezone } }
}`;

interface ZonesData {
  readonly accounts: {
    readonly nodes: readonly { readonly restId: string; readonly timezone: string | null }[];
  } | null;
}

/** The time zone of each account, by its id. */
const zonesOf = async (ids: readonly string[], { ask }: ToolCall) => {
  const { data, errors } = await ask<ZonesData>({
    text: zonesDocument,
    variables: { ids: ids.slice(0, 200) },
  });
  if (data.accounts === null) throw ofErrors(errors);
  const rows = data.accounts.nodes;
  return (id: string) => {
    const zone = zoneOf(rows.find(({ restId }) => sameId(restId, id))?.timezone ?? '');
    if (zone !== null) return zone;
    throw new ToolError(
      'NOT_FOUND',
      `There is no account ${id} here, or its time zone is unknown.`,
    );
  };
};

interface ActiveData {
  readonly account: Readonly<Record<string, readonly { readonly entityId: string }[]>> | null;
}

/** What ran in the range: the API tells, so that nothing else is asked for. */
const activeIds = async (
  {
    type,
    level,
    accountId,
    known,
  }: Pick<WantedAccount, 'known'> & {
    readonly type: string;
    readonly level: ResultsInput['level'];
    readonly accountId: string;
  },
  { ask, now }: ToolCall,
): Promise<readonly string[]> => {
  const lists = activeSpans(known, now()).map(
    ({ start, end }, at) =>
      `s${at}: activeEntities(entity: ${level}, start: "${start}", end: "${end}") { entityId }`,
  );
  if (lists.length === 0) return [];
  const text = `query Active($id: ID!) { account(id: $id) { ${lists.join('\n')} } }`;
  const { data, errors } = await ask<ActiveData>({ text, variables: { id: accountId } });
  // Without the whole list, the sum would lack rows.
  if (errors[0] !== undefined) {
    throw new ToolError(String(errors[0].extensions?.['code']), errors[0].message);
  }
  const found = Object.values(data.account ?? {}).flat();
  return [...new Set(found.map(({ entityId }) => `${type}:${accountId}:${entityId}`))];
};

import { lowerId, sameId } from '../../src/upstream/catalogue/language/identifiers.ts';
import { type Zone, zoneOf } from '../../src/upstream/catalogue/language/zones.ts';
import { entityOfKind } from '../../src/upstream/catalogue/metrics.ts';
import { ofErrors, ToolError, wrongArguments } from '../tool-error.ts';
import { globalIds } from './find-by-id.ts';
import type { ResultsInput } from './results-input.ts';
import { activeSpans, type KnownRange, knownRange } from './results-input.ts';
import type { ToolCall, ToolKind } from './tool.ts';

/** An account, and the things whose results are read. */
export interface WantedAccount {
  /** The id of the API. */
  readonly id: string;
  readonly name: string | null;
  /** Global. */
  readonly ids: readonly string[];
  readonly known: KnownRange;
}

/** The accounts of a call, each with its range and the ids of the level to read. */
export const accountsOf = async (
  { level, account, ids, range }: ResultsInput,
  from: ToolKind,
  call: ToolCall,
): Promise<readonly WantedAccount[]> => {
  const global = idsOf(entityOfKind[level], { account, ids });
  const accountIds =
    global === null ? [accountIn(account ?? '')] : [...new Set(global.map(accountIn))];
  const accountOf = await ownAccounts(accountIds, call);
  const wanted = accountIds.map(async (id): Promise<WantedAccount> => {
    const { zone, name } = accountOf(id);
    const known = knownRange(range, zone, call.now());
    const own = from === level ? global?.filter((one) => accountIn(one) === id) : undefined;
    return { id, name, known, ids: own ?? (await activeIds({ level: from, id, known }, call)) };
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

const document = `query Zones($ids: [ID!]!) {
  accounts(accountIds: $ids, first: 200) { nodes { restId name timezone } }
}`;

interface AccountsData {
  readonly accounts: {
    readonly nodes: readonly {
      readonly restId: string;
      readonly name: string | null;
      readonly timezone: string | null;
    }[];
  } | null;
}

/** Finds the name and the time zone of each of these accounts, by its id. */
const ownAccounts = async (ids: readonly string[], { graph }: ToolCall) => {
  const { data, errors } = await graph.query<AccountsData>({
    text: document,
    variables: { ids: ids.slice(0, 200) },
  });
  if (data.accounts === null) throw ofErrors(errors);
  const rows = data.accounts.nodes;
  return (id: string): { readonly zone: Zone; readonly name: string | null } => {
    const found = rows.find(({ restId }) => sameId(restId, id));
    const zone = zoneOf(found?.timezone ?? '');
    if (found !== undefined && zone !== null) return { zone, name: found.name };
    const message = `There is no account ${id} here, or its time zone is unknown.`;
    throw new ToolError('NOT_FOUND', message);
  };
};

interface ActiveData {
  readonly account: Readonly<Record<string, readonly { readonly entityId: string }[]>> | null;
}

/** The ids of everything that ran in the range, as the API lists them: nothing else is read. */
const activeIds = async (
  {
    level,
    id,
    known,
  }: Pick<WantedAccount, 'id' | 'known'> & { readonly level: ResultsInput['level'] },
  { graph, now }: ToolCall,
): Promise<readonly string[]> => {
  const lists = activeSpans(known, now()).map(
    ({ start, end }, at) =>
      `s${at}: activeEntities(entity: ${level}, start: "${start}", end: "${end}") { entityId }`,
  );
  if (lists.length === 0) return [];
  const text = `query Active($id: ID!) { account(id: $id) { ${lists.join('\n')} } }`;
  const { data, errors } = await graph.query<ActiveData>({ text, variables: { id } });
  // An incomplete list would make wrong sums.
  if (errors[0] !== undefined) {
    throw new ToolError(String(errors[0].extensions?.['code']), errors[0].message);
  }
  const found = Object.values(data.account ?? {}).flat();
  return [...new Set(found.map(({ entityId }) => `${entityOfKind[level]}:${id}:${entityId}`))];
};

import { ask } from '../gateway/ask.ts';
import { isObject } from '../json.ts';

/** The kinds of rows whose ids can be chosen. */
export type IdKind = 'accounts' | 'campaigns' | 'fundingInstruments' | 'lineItems';

/** A row that can be chosen. */
export interface IdChoice {
  readonly id: string;
  readonly name: string;
}

/** The headers of the query for ids, and the text that names the account. */
export interface IdContext {
  readonly headers: string;
  readonly text: string;
}

const kinds: readonly (readonly [IdKind, RegExp])[] = [
  ['accounts', /^account(s|Ids?)?$/],
  ['campaigns', /^campaign(s|Ids?)?$/],
  ['fundingInstruments', /^fundingInstrument(s|Ids?)?$/],
  ['lineItems', /^lineItem(s|Ids?)?$/],
];

/**
 * The kind of id that an argument or a variable takes, by its name: `campaignId` or `campaign`;
 * `id` by the name of its field. Null if there is no list to choose from.
 */
export const idKindOf = (name: string, field = ''): IdKind | null => {
  const asked = /^ids?$/.test(name) ? field : name;
  return kinds.find(([, pattern]) => pattern.test(asked))?.[0] ?? null;
};

/** The most rows of a list to choose from. */
export const mostChoices = 50;
const accountsQuery = `{ accounts(first: ${mostChoices}) { nodes { restId name } } }`;

const rowsQuery: Readonly<Record<Exclude<IdKind, 'accounts'>, string>> = {
  campaigns: 'restId name',
  fundingInstruments: 'restId name: description',
  lineItems: 'restId name',
};

// Each list is read once for the same headers: other headers may act for another user.
const known = new Map<string, Promise<readonly IdChoice[]>>();

const choicesIn = async (
  query: string,
  headers: string,
  list: string,
): Promise<readonly IdChoice[]> => {
  const { body } = await ask({ query, variables: '', headers }, 'answer');
  const parent = list === 'accounts' ? body.data : body.data?.['account'];
  const connection = isObject(parent) ? parent[list] : null;
  const nodes = isObject(connection) ? connection['nodes'] : null;
  return (Array.isArray(nodes) ? nodes : []).filter(isObject).map(({ restId, name }) => ({
    id: String(restId),
    name: String(name ?? ''),
  }));
};

const once = (query: string, headers: string, list: IdKind): Promise<readonly IdChoice[]> => {
  const key = `${headers} ${query}`;
  const asked = known.get(key) ?? choicesIn(query, headers, list);
  known.set(key, asked);
  asked.catch(() => known.delete(key));
  return asked;
};

/**
 * The first rows of a kind: one call for accounts, and one for each account that the operation
 * names. Rejects if the gateway does not answer.
 */
export const idChoices = async (
  kind: IdKind,
  { headers, text }: IdContext,
): Promise<readonly IdChoice[]> => {
  const accounts = await once(accountsQuery, headers, 'accounts');
  if (kind === 'accounts') return accounts;
  const lower = text.toLowerCase();
  const named = accounts.filter(({ id }) => lower.includes(id.toLowerCase()));
  const lists = await Promise.all(
    named.map(({ id }) =>
      once(
        `{ account(id: "${id}") { ${kind}(first: ${mostChoices}) { nodes { ${rowsQuery[kind]} } } } }`,
        headers,
        kind,
      ),
    ),
  );
  return lists.flat();
};

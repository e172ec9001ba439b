import { z } from 'zod';
import type { ToolAnswer } from '../answers/table.ts';
import type { GraphAnswer } from '../graph-port.ts';
import { wrongArguments } from '../tool-error.ts';
import { isMatch } from './find-by-id.ts';
import type { FindInput } from './find-input.ts';
import { cellsOf, columns, type FoundKind, type FoundRow, fieldsOf } from './find-lists.ts';
import { nextOf, type PageOf, type ToolCall, tableOf } from './tool.ts';

/** The lists that `ads_find` has not read yet. */
interface UnreadLists {
  /** The lists with further pages, each with its account and cursor. */
  readonly lists: readonly ListPosition[];
  /** The last account, in the order of ids, whose list was begun; null if all were. */
  readonly after: string | null;
}

interface ListPosition {
  readonly account: string;
  readonly cursor: string | null;
}

/** The most accounts of one call: each list costs a call of the API. */
const accountsEach = 25;

/** Finds things of one kind in the lists of accounts. */
export const findInAccounts = async (
  kind: FoundKind,
  input: FindInput,
  call: ToolCall,
): Promise<ToolAnswer> => {
  const { now, later } = await placesOf(input, call);
  const pages = await pagesOf(kind, now, { input, call });
  const rows = pages
    .flatMap(({ list }) => list?.nodes ?? [])
    .filter((node) => kind.where !== null || isMatch(node, input))
    .map((node) => cellsOf(kind, node));
  const goOn = pages.flatMap(({ account, list }) => {
    const cursor = nextOf(list);
    return cursor === null ? [] : [{ account, cursor }];
  });
  const next = { lists: [...goOn, ...later.lists], after: later.after };
  const cursor = next.lists.length === 0 && next.after === null ? null : written(next);
  const unknown = pages.filter(({ isKnown }) => !isKnown);
  const notes = unknown.map(({ account }) => `There is no account ${account} here.`);
  const answers = new Set(pages.map(({ answer }) => answer));
  return tableOf({ columns, rows, cursor, notes }, call, [...answers]);
};

/** The lists to read now, and those for later calls. */
const placesOf = async (
  { cursor, account }: FindInput,
  call: ToolCall,
): Promise<{ readonly now: readonly ListPosition[]; readonly later: UnreadLists }> => {
  if (cursor === undefined && account !== undefined) {
    return { now: [{ account, cursor: null }], later: { lists: [], after: null } };
  }
  const { lists, after } = cursor === undefined ? { lists: [], after: '' } : read(cursor);
  const room = Math.max(0, accountsEach - lists.length);
  const left = after === null || room === 0 ? [] : await accountsAfter(after, call);
  const begun = left.slice(0, room);
  return {
    now: [...lists.slice(0, accountsEach), ...begun.map((id) => ({ account: id, cursor: null }))],
    later: {
      lists: lists.slice(accountsEach),
      after: room === 0 ? after : left.length > room ? (begun.at(-1) ?? null) : null,
    },
  };
};

interface AllAccounts {
  readonly accounts: PageOf<{ readonly id: string }> | null;
}

/** The accounts with later ids. */
const accountsAfter = async (id: string, { graph }: ToolCall): Promise<readonly string[]> => {
  const text = `query AllAccounts($after: String) {
    accounts(first: 1000, after: $after) { pageInfo { hasNextPage endCursor } nodes { id } }
  }`;
  const ids: string[] = [];
  let after: string | null = null;
  do {
    const { data }: GraphAnswer<AllAccounts> = await graph.query({ text, variables: { after } });
    ids.push(...(data.accounts?.nodes ?? []).map((one) => one.id));
    after = nextOf(data.accounts);
  } while (after !== null);
  return ids.filter((one) => one > id).toSorted();
};

const written = ({ lists, after }: UnreadLists): string =>
  Buffer.from(
    JSON.stringify([after, ...lists.map(({ account, cursor }) => [account, cursor])]),
  ).toString('base64url');

const place = z
  .tuple([z.string(), z.string().nullable()])
  .transform(([account, cursor]): ListPosition => ({ account, cursor }));
const unread = z.tuple([z.string().nullable()], place);

const read = (cursor: string): UnreadLists => {
  try {
    const [after, ...lists] = unread.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { lists, after };
  } catch {
    throw wrongArguments([
      { argument: 'cursor', message: 'This is not a cursor of ads_find. Call it without cursor.' },
    ]);
  }
};

/** A page of the list of an account. */
interface FoundPage {
  readonly account: string;
  readonly list: PageOf<FoundRow> | null;
  readonly isKnown: boolean;
  readonly answer: GraphAnswer;
}

interface FindRequest {
  readonly input: FindInput;
  readonly call: ToolCall;
}

/** Reads lists: all first pages in one document, each later page in its own. */
const pagesOf = async (
  kind: FoundKind,
  places: readonly ListPosition[],
  wanted: FindRequest,
): Promise<readonly FoundPage[]> => {
  const begun = places.filter(({ cursor }) => cursor === null);
  const groups = [begun, ...places.filter((one) => one.cursor !== null).map((one) => [one])];
  const found = groups
    .filter((group) => group.length > 0)
    .map(async (group): Promise<readonly FoundPage[]> => {
      const answer = await wanted.call.graph.query<FoundLists>(requestOf(kind, group, wanted));
      return group.map(({ account }, at) => {
        const node = answer.data.nodes[at] ?? null;
        return { account, list: node?.list ?? null, isKnown: node !== null, answer };
      });
    });
  return (await Promise.all(found)).flat();
};

/** The accounts of `requestOf`, in order; null for one that does not exist. */
interface FoundLists {
  readonly nodes: readonly ({ readonly list: PageOf<FoundRow> | null } | null)[];
}

/** The document for the lists of accounts at one cursor. */
const requestOf = (
  { list, where, hasDrafts, ...kind }: FoundKind,
  places: readonly ListPosition[],
  { input: { text, state }, call: { typeNamed } }: FindRequest,
) => {
  const filter = {
    ...(text !== undefined && { nameContains: text }),
    ...(state !== undefined && { entityStatus: [state] }),
  };
  const isFiltered = where !== null && Object.keys(filter).length > 0;
  const drafts = hasDrafts && state === 'DRAFT' ? ', withDraft: true' : '';
  const more = `first: 50, after: $after${isFiltered ? ', where: $where' : ''}${drafts}`;
  const filtered = isFiltered ? `, $where: ${typeNamed(where)}` : '';
  return {
    text: `query Find($ids: [ID!]!, $after: String${filtered}) {
      nodes(ids: $ids) { ... on ${typeNamed('Account')} {
        list: ${list}(${more}) {
          pageInfo { hasNextPage endCursor } nodes { ${fieldsOf(kind)} }
        }
      } }
    }`,
    variables: {
      ids: places.map(({ account }) => `Account:${account.replace(/^Account:/i, '')}`),
      after: places[0]?.cursor ?? null,
      ...(isFiltered && { where: filter }),
    },
  };
};

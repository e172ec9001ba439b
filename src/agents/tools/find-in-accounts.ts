import type { ToolAnswer } from '../answers/table-answer.ts';
import { wrongArguments } from '../tool-error.ts';
import { isMatch } from './find-by-id.ts';
import type { FindInput } from './find-input.ts';
import { cellsOf, columns, type FoundKind, type FoundRow, fieldsOf } from './find-lists.ts';
import { nextOf, type PageOf, type ToolCall, tableOf } from './tool.ts';

/** A list that is to be read on: an account, and the cursor of its list. */
interface ListPosition {
  readonly account: string;
  readonly after: string | null;
}

/** The most accounts of one document: each is an alias. */
const accountsEach = 25;

/** Finds things of one kind in the lists of accounts. */
export const findInAccounts = async (
  kind: FoundKind,
  input: FindInput,
  call: ToolCall,
): Promise<ToolAnswer> => {
  const places = await placesOf(input, call);
  const now = places.slice(0, accountsEach);
  const found = await call.ask<FoundLists>(questionOf(kind, now, { input, call }));
  const lists = now.map((_, index) => found.data[`a${index}`]?.list ?? null);
  const rows = lists
    .flatMap((list) => list?.nodes ?? [])
    .filter((node) => kind.where !== null || isMatch(node, input))
    .map((node) => cellsOf(kind, node));
  const next = [
    ...now.flatMap(({ account }, index) => {
      const after = nextOf(lists[index]);
      return after === null ? [] : [{ account, after }];
    }),
    ...places.slice(accountsEach),
  ];
  const cursor = next.length === 0 ? null : written(next);
  const unknown = now.filter((_, index) => found.data[`a${index}`] === null);
  const notes = unknown.map(({ account }) => `There is no account ${account} here.`);
  return tableOf({ columns, rows, cursor, notes }, call, [found]);
};

const placesOf = async (input: FindInput, { ask }: ToolCall): Promise<readonly ListPosition[]> => {
  const { cursor, account } = input;
  if (cursor !== undefined) return read(cursor);
  if (account !== undefined) return [{ account, after: null }];
  const { data } = await ask<{
    readonly accounts: { readonly nodes: readonly { readonly id: string }[] } | null;
  }>({ text: 'query AllAccounts { accounts(first: 1000) { nodes { id } } }' });
  return (data.accounts?.nodes ?? []).map(({ id }) => ({ account: id, after: null }));
};

const written = (places: readonly ListPosition[]): string =>
  Buffer.from(JSON.stringify(places.map(({ account, after }) => [account, after]))).toString(
    'base64url',
  );

const read = (cursor: string): readonly ListPosition[] => {
  try {
    const found: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const places = (found as readonly (readonly [unknown, unknown])[]).map(([account, after]) => ({
      account: String(account),
      after: typeof after === 'string' ? after : null,
    }));
    if (places.length > 0) return places;
  } catch {
    // Told below.
  }
  throw wrongArguments([{ argument: 'cursor', message: 'This is no cursor of ads_find.' }]);
};

/** The accounts of `questionOf` by their aliases; null for one that is not there. */
type FoundLists = Readonly<Record<string, { readonly list: PageOf<FoundRow> | null } | null>>;

/** One alias for each account, so that all of them are one round. */
const questionOf = (
  kind: FoundKind,
  places: readonly ListPosition[],
  {
    input: { text, state },
    call: { typeNamed },
  }: { readonly input: FindInput; readonly call: ToolCall },
) => {
  const { list, where, hasDrafts } = kind;
  const filter = {
    ...(text !== undefined && { nameContains: text }),
    ...(state !== undefined && { entityStatus: [state] }),
  };
  const isFiltered = where !== null && Object.keys(filter).length > 0;
  const drafts = hasDrafts && state === 'DRAFT' ? ', withDraft: true' : '';
  const more = `first: 50${isFiltered ? ', where: $where' : ''}${drafts}`;
  const variables = places.map((_, at) => `$a${at}: ID!, $c${at}: String`).join(', ');
  const lists = places.map(
    (_, at) => `a${at}: account(id: $a${at}) { list: ${list}(${more}, after: $c${at}) {
      pageInfo { hasNextPage endCursor } nodes { ${fieldsOf(kind)} } } }`,
  );
  const filtered = isFiltered ? `, $where: ${typeNamed(where)}` : '';
  return {
    text: `query Find(${variables}${filtered}) { ${lists.join('\n')} }`,
    variables: {
      ...Object.fromEntries(
        places.flatMap(({ account, after }, at) => [
          [`a${at}`, account],
          [`c${at}`, after],
        ]),
      ),
      ...(isFiltered && { where: filter }),
    },
  };
};

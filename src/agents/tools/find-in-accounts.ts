import type { Cell } from '../answers/table.ts';
import type { ToolAnswer } from '../answers/table-answer.ts';
import type { Answered } from '../ask.ts';
import { wrongArguments } from '../tool-error.ts';
import { isMatch } from './find-by-id.ts';
import type { FindInput } from './find-input.ts';
import { columns, type FoundKind } from './find-lists.ts';
import { type ToolCall, tableOf } from './tool.ts';

/** A list that is to be read on: an account, and the cursor of its list. */
interface Place {
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
  const found = await call.ask(questionOf(kind, now, { input, call }));
  const lists = now.map((_, index) => listIn(found, index));
  const rows = lists.flatMap(({ nodes }) =>
    nodes.filter((node) => kind.where !== null || isMatch(node, input)).map(kind.row),
  ) as readonly (readonly Cell[])[];
  const next = [
    ...now.flatMap(({ account }, index) => {
      const { after } = lists[index] ?? {};
      return after ? [{ account, after }] : [];
    }),
    ...places.slice(accountsEach),
  ];
  const cursor = next.length === 0 ? null : written(next);
  const unknown = now.filter((_, index) => found.data[`a${index}`] === null);
  const notes = unknown.map(({ account }) => `There is no account ${account} here.`);
  return tableOf({ columns, rows, cursor, notes }, call, [found]);
};

const placesOf = async (input: FindInput, { ask }: ToolCall): Promise<readonly Place[]> => {
  const { cursor, account } = input;
  if (cursor !== undefined) return read(cursor);
  if (account !== undefined) return [{ account, after: null }];
  const { data } = await ask({
    text: 'query AllAccounts { accounts(first: 1000) { nodes { id } } }',
  });
  const nodes = (data.accounts?.nodes ?? []) as readonly { readonly id: string }[];
  return nodes.map(({ id }) => ({ account: id, after: null }));
};

const written = (places: readonly Place[]): string =>
  Buffer.from(JSON.stringify(places.map(({ account, after }) => [account, after]))).toString(
    'base64url',
  );

const read = (cursor: string): readonly Place[] => {
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

/** One alias for each account, so that all of them are one round. */
const questionOf = (
  { list, fields, where, hasDrafts }: FoundKind,
  places: readonly Place[],
  {
    input: { text, state },
    call: { typeNamed },
  }: { readonly input: FindInput; readonly call: ToolCall },
) => {
  const filter = {
    ...(text !== undefined && { nameContains: text }),
    ...(state !== undefined && { entityStatus: [state] }),
  };
  const isFiltered = where !== null && Object.keys(filter).length > 0;
  const drafts = hasDrafts && state === 'DRAFT' ? ', withDraft: true' : '';
  const more = `first: 50${isFiltered ? ', where: $where' : ''}${drafts}`;
  const variables = places.map((_, at) => `$a${at}: ID!, $c${at}: String`).join(', ');
  const lists = places.map(
    (_, at) => `a${at}: account(id: $a${at}) { ${list}(${more}, after: $c${at}) {
      pageInfo { hasNextPage endCursor } nodes { ${fields} } } }`,
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

interface FoundList {
  readonly nodes: readonly { readonly name: string | null; readonly state: string | null }[];
  readonly after: string | null;
}

const listIn = ({ data }: Answered, at: number): FoundList => {
  const [list] = Object.values(data[`a${at}`] ?? {}) as readonly {
    readonly nodes: FoundList['nodes'];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  }[];
  if (list === undefined || list === null) return { nodes: [], after: null };
  const { hasNextPage, endCursor } = list.pageInfo;
  return { nodes: list.nodes, after: hasNextPage ? endCursor : null };
};

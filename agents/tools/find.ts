import type { ToolAnswer } from '../answers/table.ts';
import { wrongArguments } from '../tool-error.ts';
import { withAccountId } from './account-named.ts';
import { findById } from './find-by-id.ts';
import { findInAccounts } from './find-in-accounts.ts';
import { type FindInput, findInput } from './find-input.ts';
import { columns, foundKinds } from './find-lists.ts';
import { nextOf, type PageOf, type ToolCall, tableOf, tableSchema, tool } from './tool.ts';

/** `ads_find`: accounts and what is in them, by name, state or id. */
export const find = tool({
  name: 'ads_find',
  title: 'Find',
  description:
    'Finds accounts, funding instruments, campaigns, line items or promoted posts, by name, state or id. Gives id, name, state, parent, budget, updatedAt and effective: a line item that is ACTIVE in a paused campaign is PAUSED. Never invent an id: find it here.',
  input: findInput,
  output: tableSchema,
  run: async (given, call) => {
    const { kind } = given;
    const input = await withAccountId(given, call);
    if (kind === 'ACCOUNT') return findAccounts(input, call);
    const found = foundKinds[kind];
    if (input.text !== undefined && found.name === null) {
      throw wrongArguments([
        { argument: 'text', message: 'Promoted posts have no name: find them by their line item.' },
      ]);
    }
    return input.ids === undefined
      ? findInAccounts(found, input, call)
      : findById(found, { ...input, ids: input.ids }, call);
  },
});

const document = `query FindAccounts($ids: [ID!], $text: String, $after: String) {
  accounts(accountIds: $ids, q: $text, after: $after, first: 50) {
    pageInfo { hasNextPage endCursor }
    nodes { id name state: approvalStatus updatedAt }
  }
}`;

interface FoundAccount {
  readonly id: string;
  readonly name: string;
  readonly state: string | null;
  readonly updatedAt: string | null;
}

/** Finds accounts by name or id. */
const findAccounts = async (
  { account, ids, text, state, cursor }: FindInput,
  call: ToolCall,
): Promise<ToolAnswer> => {
  if (state !== undefined) {
    throw wrongArguments([
      { argument: 'state', message: 'Accounts have no such state. Omit state.' },
    ]);
  }
  const wanted = ids ?? (account === undefined ? null : [account]);
  const variables = { ids: wanted, text, after: cursor };
  const found = await call.graph.query<{ readonly accounts: PageOf<FoundAccount> | null }>({
    text: document,
    variables,
  });
  const { accounts } = found.data;
  const rows = (accounts?.nodes ?? []).map((one) => [
    one.id,
    one.name,
    one.state,
    null,
    null,
    one.updatedAt,
    one.state,
  ]);
  return tableOf({ columns, rows, cursor: nextOf(accounts) }, call, [found]);
};

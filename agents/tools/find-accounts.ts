import type { ToolAnswer } from '../answers/table-answer.ts';
import { wrongArguments } from '../tool-error.ts';
import type { FindInput } from './find-input.ts';
import { columns } from './find-lists.ts';
import { nextOf, type PageOf, type ToolCall, tableOf } from './tool.ts';

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
export const findAccounts = async (
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
  const found = await call.ask<{ readonly accounts: PageOf<FoundAccount> | null }>({
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

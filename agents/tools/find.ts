import { wrongArguments } from '../tool-error.ts';
import { withAccountId } from './account-named.ts';
import { findAccounts } from './find-accounts.ts';
import { findById } from './find-by-id.ts';
import { findInAccounts } from './find-in-accounts.ts';
import { findInput } from './find-input.ts';
import { foundKinds } from './find-lists.ts';
import { tableSchema, tool } from './tool.ts';

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

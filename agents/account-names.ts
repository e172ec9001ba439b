import { refused } from '../src/errors.ts';
import { type AskingEngine, createAsk } from './ask.ts';
import type { AccountsOf } from './grants/consent.ts';

const document = 'query OwnAccounts { accounts(first: 1000) { nodes { restId name } } }';

interface OwnAccounts {
  readonly accounts: {
    readonly nodes: readonly { readonly restId: string; readonly name: string | null }[];
  } | null;
}

/** Creates the function that asks the graph for the accounts of a user, as any client does. */
export const createAccountsOf =
  (engine: AskingEngine): AccountsOf =>
  async (caller, exchange) => {
    const ask = createAsk(engine, { caller, exchange });
    const { data, errors } = await ask<OwnAccounts>({ text: document });
    if (data.accounts !== null) {
      return data.accounts.nodes.map(({ restId: id, name }) => ({ id, name: name ?? id }));
    }
    const message = errors[0]?.message ?? 'The accounts cannot be read.';
    throw refused(502, message, { code: 'UPSTREAM_UNAVAILABLE' });
  };

import { refused } from '../src/errors/errors.ts';
import { createAsk, type Port } from './ask.ts';
import type { AccountsOf } from './grants/grant-needs.ts';

const document = 'query OwnAccounts { accounts(first: 1000) { nodes { restId name } } }';

interface OwnAccounts {
  readonly accounts: {
    readonly nodes: readonly { readonly restId: string; readonly name: string | null }[];
  } | null;
}

/** Creates the function that asks the graph for a user's accounts, as any client does. */
export const createAccountsOf =
  (port: Port): AccountsOf =>
  async (caller, exchange) => {
    const ask = createAsk(port, { caller, exchange });
    const { data, errors } = await ask<OwnAccounts>({ text: document });
    if (data.accounts !== null) {
      return data.accounts.nodes.map(({ restId: id, name }) => ({ id, name: name ?? id }));
    }
    const message = errors[0]?.message ?? 'The accounts cannot be read.';
    throw refused(502, message, { code: 'UPSTREAM_UNAVAILABLE' });
  };

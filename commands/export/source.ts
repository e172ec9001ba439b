import type { Client } from '../../client/client.ts';
import type { Values } from '../../client/documents.ts';
import { type Clock, patiently } from '../patient.ts';
import type { Progress } from '../progress.ts';
import { sent, type TrustedText } from '../trusted-text.ts';
import { dayIn } from './days.ts';
import { accountsDocument } from './documents.ts';
import { createFailing, FailedBeforeError } from './failing.ts';

/** Answers documents, and tries again while it helps. */
export type AskGraph = <Data>(document: TrustedText, variables: Values) => Promise<Data>;

/** Asks a gateway. What an account's list has failed with for a minute is not waited for again. */
export const askWith = (client: Client, progress: Progress, clock: Clock): AskGraph => {
  const failing = createFailing();
  return async <Data>(document: TrustedText, variables: Values): Promise<Data> => {
    const account = String(variables['account']);
    const ask = () =>
      client.query<Data, Values>(sent(document), variables).catch((error: unknown) => {
        throw failing.knows(account, error) ? new FailedBeforeError(error) : error;
      });
    try {
      return await patiently(ask, progress, clock);
    } catch (error) {
      failing.add(account, error);
      throw error;
    }
  };
};

/** A page of a list. */
export interface Page {
  readonly nodes: readonly Values[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** An account that is exported. */
export interface Account {
  readonly id: string;
  readonly timeZone: string;
  /** The day that it is there. */
  readonly today: string;
  /** When that day began and ends. */
  readonly start: string;
  readonly end: string;
}

interface Accounts {
  readonly accounts: Page;
}

const accountOf = (object: Values): Account => {
  const { start, end } = object['stats'] as { readonly start: string; readonly end: string };
  const timeZone = String(object['timezone'] ?? 'UTC');
  const id = String(object['restId']);
  return { id, timeZone, today: dayIn(start, timeZone), start, end };
};

/** The accounts with these ids; all that the caller sees for null. */
export const readAccounts = async (
  ask: AskGraph,
  ids: readonly string[] | null,
): Promise<readonly Account[]> => {
  const found: Account[] = [];
  for (let after: string | null = null; ; ) {
    const { accounts }: Accounts = await ask(accountsDocument, { ids, after });
    found.push(...accounts.nodes.map(accountOf));
    if (!accounts.pageInfo.hasNextPage) return found;
    after = accounts.pageInfo.endCursor;
  }
};

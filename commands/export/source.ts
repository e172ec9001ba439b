import type { Client } from '../../client/client.ts';
import type { Values } from '../../client/documents.ts';
import { type Clock, patiently } from '../patient.ts';
import type { Progress } from '../progress.ts';
import { sent, type TrustedText } from '../trusted-text.ts';
import { dayIn } from './days.ts';
import { accountsDocument } from './documents.ts';
import { createFailing, FailedBeforeError } from './failing.ts';

/** Sends a document and returns its data. Retries as long as that may help. */
export type AskGraph = <Data>(document: TrustedText, variables: Values) => Promise<Data>;

/**
 * Connects to a gateway. An endpoint that has failed for a minute is not retried again for the same
 * account.
 */
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

/** An account to export. */
export interface Account {
  readonly id: string;
  readonly timeZone: string;
  /** The current day in its time zone: `2026-11-20`. */
  readonly today: string;
  /** The times at which that day begins and ends. */
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

/** The accounts with these ids; for null, all that the caller sees. */
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

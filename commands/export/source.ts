import type { Client } from '../../client/client.ts';
import type { Values } from '../../client/documents.ts';
import { AdsGraphError, waitMs } from '../../client/failure.ts';
import type { Progress } from '../output.ts';
import { type Clock, patiently } from '../patient.ts';
import { sent, type TrustedText } from '../trusted-text.ts';
import { dayIn } from './days.ts';
import { accountsDocument } from './documents.ts';

/** A failure of a call whose endpoints have already failed for a minute. */
export class FailedBeforeError extends Error {
  override readonly name = 'FailedBeforeError';

  constructor(cause: unknown) {
    const message = cause instanceof Error ? cause.message : String(cause);
    super(`${message.replace(/\.$/, '')}: it failed for a minute before`, { cause });
  }
}

/** The endpoints that have failed for a minute, by account. */
interface Failing {
  /** True if the error is about such endpoints only. */
  readonly knows: (account: string, error: unknown) => boolean;
  readonly add: (account: string, error: unknown) => void;
}

/** The endpoints of an error that a retry may mend; empty for other errors. */
const endpointsOf = (error: unknown): readonly string[] => {
  if (!(error instanceof AdsGraphError) || waitMs(error, 1) === null) return [];
  return error.errors.map(({ extensions }) => {
    const upstream = extensions?.['upstream'] as { readonly endpoint?: string } | undefined;
    return upstream?.endpoint ?? '';
  });
};

/** Creates an empty record of failures. */
const createFailing = (): Failing => {
  const known = new Set<string>();
  const namesOf = (account: string, error: unknown): readonly string[] =>
    endpointsOf(error)
      .filter((endpoint) => endpoint !== '')
      .map((endpoint) => `${endpoint} ${account}`);
  return {
    knows: (account, error) => {
      const names = namesOf(account, error);
      return names.length > 0 && names.every((name) => known.has(name));
    },
    add: (account, error) => {
      for (const name of namesOf(account, error)) known.add(name);
    },
  };
};

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

import type { StoredRow } from '../../emulator/store.ts';
import { cases as accounts } from '../cases/accounts.ts';
import { cases as audiences } from '../cases/audiences.ts';
import { cases as campaigns } from '../cases/campaigns.ts';
import { cases as cards } from '../cases/cards.ts';
import { cases as catalogs } from '../cases/catalogs.ts';
import { cases as measurement } from '../cases/measurement.ts';
import { cases as posts } from '../cases/posts.ts';
import { cases as stats } from '../cases/stats.ts';
import { cases as targeting } from '../cases/targeting.ts';

/** A document that makes the gateway call an endpoint of the seeded emulator. */
export interface Case {
  readonly document: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Rows beside the emulator's seed: those of an account, by the name of their entity. */
  readonly rows?: Readonly<Record<string, readonly StoredRow[]>>;
}

/** The cases of all areas, by the names of their endpoints. */
export const everyCase = {
  ...accounts,
  ...audiences,
  ...campaigns,
  ...cards,
  ...measurement,
  ...catalogs,
  ...posts,
  ...stats,
  ...targeting,
};

import type { Identity } from '../../src/auth/identity.ts';
import type { Config } from '../../src/config.ts';
import type { Bodies } from '../../src/http/door/body.ts';
import type { Store } from '../../src/state/store.ts';
import type { AccountsOf } from './consent.ts';

/** What of the configuration grants depend on. */
export type GrantSettings = Pick<
  Config,
  'sessionSecrets' | 'mcpClients' | 'mcpRegistration' | 'timeouts'
>;

/** What of the gateway grants depend on. */
export interface GrantNeeds {
  readonly identity: Identity;
  readonly bodies: Bodies;
  readonly store: Store;
  readonly accountsOf: AccountsOf;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

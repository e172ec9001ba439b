import type { Host } from '../../src/gateway/rooms.ts';
import type { Caller, Config, HttpExchange } from '../gateway.ts';
import type { OfferedAccount } from './consent-page.ts';

/** What of the configuration grants depend on. */
export type GrantSettings = Pick<
  Config,
  'sessionSecrets' | 'mcpClients' | 'mcpRegistration' | 'timeouts'
>;

/** Asks the graph for the accounts of a user. */
export type AccountsOf = (
  caller: Caller,
  exchange: HttpExchange,
) => Promise<readonly OfferedAccount[]>;

/** What of the gateway grants depend on. */
export interface GrantNeeds
  extends Pick<Host, 'identity' | 'originsOf' | 'baseUrlFor' | 'read' | 'store' | 'now'> {
  readonly accountsOf: AccountsOf;
}

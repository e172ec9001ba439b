import type { Host } from '../../src/gateway/rooms.ts';
import type { Caller, Config, HttpExchange } from '../gateway.ts';
import type { OfferedAccount } from './consent-page.ts';

/** The part of the configuration that grants use. */
export type GrantSettings = Pick<
  Config,
  'sessionSecrets' | 'mcpClients' | 'mcpRegistration' | 'timeouts'
>;

/** Asks the graph for the accounts of a user. */
export type AccountsOf = (
  caller: Caller,
  exchange: HttpExchange,
) => Promise<readonly OfferedAccount[]>;

/** The parts of the gateway that grants use. */
export interface GrantNeeds
  extends Pick<Host, 'identity' | 'originsOf' | 'baseUrlFor' | 'read' | 'store' | 'now'> {
  readonly accountsOf: AccountsOf;
}

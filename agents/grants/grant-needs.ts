import type { Config, Host } from '../gateway.ts';

/** The part of the configuration that grants use. */
export type GrantSettings = Pick<
  Config,
  'sessionSecrets' | 'mcpClients' | 'mcpRegistration' | 'timeouts'
>;

/** The parts of the gateway that grants use. */
export type GrantNeeds = Pick<
  Host,
  'identity' | 'originsOf' | 'baseUrlFor' | 'read' | 'execute' | 'store' | 'now'
>;

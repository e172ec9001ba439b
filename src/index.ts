import { readConfig } from './config.ts';
import type { Gateway } from './gateway.ts';
import { createLog } from './log.ts';
import { startGateway } from './start.ts';

export type { Gateway };

/** The environment variables of the README by their names. Undefined and empty ones count as unset. */
export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Starts a gateway in this process, as `ads-graph start` does: over an emulator of its own where no credentials are given. Of the
 * environment of the process it reads only the variables of OpenTelemetry; pass `process.env` to configure it from there.
 * `WORKERS` is only for the command. Rejects for a wrong or unsafe value with an error named `ConfigError`, whose message is one
 * line that begins with the variable.
 */
export const createGateway = async (variables: Variables = {}): Promise<Gateway> => {
  const config = readConfig(variables);
  const { url, adminUrl, close } = await startGateway(config, createLog(config.logLevel));
  return { url, adminUrl, close };
};

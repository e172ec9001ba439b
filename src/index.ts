import { readConfig } from './config.ts';
import type { Gateway } from './gateway.ts';
import { createLog } from './log.ts';
import { startGateway } from './start.ts';

export type { Gateway };

/** Environment variables by their names: those that the README lists. What is undefined or empty counts as unset. */
export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Starts a gateway in this process, as `ads-graph start` does: over an emulator of its own where no credentials are given. Of
 * the process's environment it reads nothing but how spans are sent; pass `process.env` to configure it from there. `WORKERS` counts
 * for the command alone. Rejects with an error named `ConfigError`, whose message is one line that begins with the variable, where
 * a value is wrong or unsafe.
 */
export const createGateway = async (variables: Variables = {}): Promise<Gateway> => {
  const config = readConfig(variables);
  const { url, adminUrl, close } = await startGateway(config, createLog(config.logLevel));
  return { url, adminUrl, close };
};

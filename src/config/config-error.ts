import { UsageError } from '../../bin/commands.ts';

/** The gateway cannot start. The message is all that an operator needs: no stack. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}

/**
 * An invalid environment. Its message is one line that begins with the variable, without a value.
 */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError';
}

/** An error that ends the process, as an operator sees it: the stack of a bug, else one line. */
export const fatalMessage = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const isSaid = error instanceof StartError || error instanceof UsageError || isApiError(error);
  if (isSaid) return error.message;
  if (!('syscall' in error)) return error.stack ?? error.message;
  const hint = hints[(error as NodeJS.ErrnoException).code ?? ''];
  return hint === undefined ? error.message : `${error.message}; ${hint}`;
};

const isApiError = (error: Error): boolean => 'endpoint' in error && 'code' in error;

const ownAddress = 'HOST and ADMIN_HOST must be names or addresses of this machine';

/** Advice about an address that cannot be listened at, by the code of the system. */
const hints: Readonly<Record<string, string>> = {
  EADDRINUSE: 'PORT and ADMIN_PORT must be ports that no other program uses',
  EACCES: 'PORT and ADMIN_PORT must be ports that this user may open',
  EADDRNOTAVAIL: ownAddress,
  EAI_AGAIN: ownAddress,
  ENOTFOUND: ownAddress,
};

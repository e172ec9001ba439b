import { AdsGraphError, waitMs } from '../../client/failure.ts';

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
export const createFailing = (): Failing => {
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

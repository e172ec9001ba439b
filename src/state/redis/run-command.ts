import { storeFailure, storeIsFull, unreadable } from '../store.ts';
import { type RedisConnections, timeoutMs } from './connections.ts';

/** Runs a command. Rejects with StoreError if the server does not answer in time. */
export type RunCommand = <T>(command: () => Promise<T>) => Promise<T>;

// After a failure on an open connection, all commands fail at once for this long.
const pauseMs = 1000;
// A connection that leaves commands unanswered for this long is closed and opened again.
const silentMs = 2 * timeoutMs;

// Errors that concern only this key: it holds another kind of value.
const wrongType = /^ReplyError: (?:WRONGTYPE|ERR value is not an integer)/;

/** Makes the function that runs commands. `report` gets the failure of each, or null. */
export const createRunCommand = (
  { commands, failure, reopen }: RedisConnections,
  report: (cause: string | null) => void,
): RunCommand => {
  let pausedUntil = 0;
  let answeredAt = performance.now();
  commands.on('ready', () => {
    pausedUntil = 0;
  });
  return async (command) => {
    if (performance.now() < pausedUntil) throw storeFailure('the store does not respond');
    const isOpen = commands.status === 'ready';
    try {
      const reply = await inTime(command());
      answeredAt = performance.now();
      report(null);
      return reply;
    } catch (cause) {
      if (wrongType.test(String(cause))) throw unreadable('a value of another kind');
      const now = performance.now();
      pausedUntil = now + (commands.status === 'ready' ? pauseMs : 0);
      report(describe(isOpen ? cause : (failure() ?? unanswered)));
      if (isOpen && isTimeout(cause) && now - answeredAt >= silentMs) reopen();
      const isFull = codeOf(cause) === 'OOM';
      throw storeFailure(isFull ? storeIsFull : 'the store does not respond', { cause });
    }
  };
};

const late = 'Command timed out';
/** The error while a connection is not open, before an attempt to open it has failed. */
const unanswered = new Error(late);

/** The result of a command; rejects if it takes longer than `timeoutMs`. */
const inTime = async <T>(running: Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  // A process that was busy first reads the responses that have arrived, and then gives up.
  const fail = (): void => void setImmediate(() => reject(new Error(late)));
  const timer = setTimeout(fail, timeoutMs);
  try {
    return await Promise.race([running, promise]);
  } finally {
    clearTimeout(timer);
  }
};

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const isTimeout = (error: unknown): boolean => messageOf(error) === late;

/** The code of a refusal, such as `WRONGPASS`; null if the server did not refuse. */
export const codeOf = (error: unknown): string | null =>
  /^(?:Ready check failed: )?([A-Z]{3,})\b/.exec(messageOf(error))?.[1] ?? null;

/** The failure, for the log. A refusal only shows its code: the rest may repeat what was sent. */
export const describe = (error: unknown): string => {
  const code = codeOf(error);
  if (messageOf(error).endsWith(late)) return `it does not respond within ${timeoutMs} ms`;
  return code === null ? messageOf(error) : `it answers ${code}`;
};

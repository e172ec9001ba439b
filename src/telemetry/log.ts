import { type DestinationStream, destination, type Logger, pino } from 'pino';

/** Writes JSON lines to standard error. `flush` calls back when all lines are written. */
export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'flush'>;

const secrets = ['authorization', 'cookie', 'consumer', 'owner', 'secret', 'token', 'tokenSecret'];

// Only errors may hold unknown members; all other objects are made for the log.
const paths = secrets.flatMap((name) => [`err.${name}`, `err.*.${name}`, `err.*.*.${name}`]);

const bufferBytes = 16 * 1024;

let shared: Destination | null = null;

/** The one destination of all gateways of a process. */
const standardError = (): Destination => {
  shared ??= openStandardError();
  return shared;
};

// Lines are gathered for 100 ms: one system call writes them all.
const openStandardError = (): Destination => {
  const stream = destination({
    dest: 2,
    sync: false,
    minLength: bufferBytes,
    maxWrite: 4 * bufferBytes,
  });
  let lines = '';
  const pass = (): void => {
    if (lines !== '') stream.write(lines);
    lines = '';
  };
  const flush = (done?: () => void): void => {
    pass();
    stream.flush(done);
  };
  setInterval(() => lines !== '' && flush(), 100).unref();
  // At the exit pino writes what its stream holds. The gathered lines have to be there before.
  process.prependListener('exit', pass);
  return {
    write: (line) => {
      lines += line;
      if (lines.length >= bufferBytes) pass();
    },
    flush,
  };
};

const errorSeverity = 50;

/** Writes the time of a line. Lines of the same millisecond share its text. */
const createTimestamp = (): (() => string) => {
  let at = 0;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== at) text = `,"time":"${new Date(now).toISOString()}"`;
    at = now;
    return text;
  };
};

/** Takes the lines; `flush` writes those that are gathered. */
type Destination = DestinationStream & { readonly flush?: (done?: () => void) => void };

/**
 * Creates a log. Members of errors whose names say that they hold a secret are written as
 * `[redacted]`. Lines for errors are written at once, others within 100 ms.
 */
export const createLog = (level: string, to: Destination = standardError()): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: createTimestamp(),
      redact: { paths, censor: '[redacted]' },
      hooks: {
        logMethod(line, write, severity) {
          write.apply(this, line);
          if (severity >= errorSeverity) to.flush?.();
        },
      },
    },
    to,
  );

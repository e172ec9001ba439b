import type { DestinationStream, Logger } from 'pino';
import { destination, pino } from 'pino';

/** The log: JSON lines on standard error. `flush` calls back when what is being written is out. */
export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'flush'>;

const secrets = ['authorization', 'cookie', 'consumer', 'owner', 'secret', 'token', 'tokenSecret'];

// Only failures carry objects that were not made for the log; everything else is listed by name where it is logged.
const paths = secrets.flatMap((name) => [`err.${name}`, `err.*.${name}`, `err.*.*.${name}`]);

const gathered = 16 * 1024;

let shared: Destination | null = null;

/** What the gateways of a process have together, as they have its standard error. */
const standardError = (): Destination => {
  shared ??= openStandardError();
  return shared;
};

// A system call for each line costs more than the line. What pino gathers by itself it copies with every line.
const openStandardError = (): Destination => {
  const stream = destination({ dest: 2, sync: false, minLength: gathered, maxWrite: 4 * gathered });
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
  // As the process ends, pino writes what its stream holds, after this.
  process.prependListener('exit', pass);
  return {
    write: (line) => {
      lines += line;
      if (lines.length >= gathered) pass();
    },
    flush,
  };
};

const errorSeverity = 50;

/** Where lines go; `flush` writes those that were kept back. */
export type Destination = DestinationStream & { readonly flush?: (done?: () => void) => void };

/**
 * A log that prints no member whose name says that it holds a secret, on standard error unless told otherwise. Errors are
 * written at once, other lines within a tenth of a second.
 */
export const createLog = (level: string, to: Destination = standardError()): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
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

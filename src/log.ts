import type { DestinationStream, Logger } from 'pino';
import { destination, pino } from 'pino';

/** The log: JSON lines on standard error. */
export type Log = Pick<Logger, 'info' | 'warn' | 'error'>;

const secrets = ['authorization', 'cookie', 'consumer', 'owner', 'secret', 'token', 'tokenSecret'];

// Only failures carry objects that were not made for the log; everything else is listed by name where it is logged.
const paths = secrets.flatMap((name) => [`err.${name}`, `err.*.${name}`, `err.*.*.${name}`]);

/** A log that prints no member whose name says that it holds a secret, on standard error unless told otherwise. */
export const createLog = (
  level: string,
  to: DestinationStream = destination({ dest: 2, sync: false }),
): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      redact: { paths, censor: '[redacted]' },
    },
    to,
  );

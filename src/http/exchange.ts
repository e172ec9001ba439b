import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallRecord } from '../upstream/client/transport/send.ts';

/** What the log and the metrics say about a request when it has ended. */
export interface Entry {
  readonly id: string;
  readonly start: number;
  operation: string | null;
  calls: readonly CallRecord[];
  codes: readonly string[];
  /** Failures that clients saw masked. */
  faults: readonly unknown[];
}

/** Both ends of a request as Node has them, and what is noted of it. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly note: Entry;
}

import type { Client, ClientOptions, RequestScope } from '../../src/upstream/client/client.ts';
import { createClient } from '../../src/upstream/client/client.ts';
import {
  isOutcomeUnknown,
  TransportError,
  UpstreamError,
} from '../../src/upstream/client/errors.ts';

/** Keys that open nothing. */
export const consumer = { key: 'test-consumer', secret: 'test-consumer-secret' };
export const viewer = {
  key: 'test-viewer',
  token: '1-test-token',
  tokenSecret: 'test-token-secret',
  userId: '1',
  screenName: 'tester',
  isOwnerToken: false,
};

/** A client of the gateway that sends everything to one address. */
export const clientOf = (url: string, options: Partial<ClientOptions> = {}) =>
  createClient({
    hosts: { ads: url, sandbox: url, platform: url },
    consumer,
    connections: 4,
    maxPageBytes: 16 * 1024 * 1024,
    results: { hosts: [], maxBytes: 64 * 1024 * 1024 },
    readRetries: 2,
    retryRatio: 1,
    timeouts: { connect: 20_000, call: 30_000, batch: 30_000 },
    ...options,
  });

/** The scope of a request without a tight deadline. */
export const scopeOf = (scope: Partial<RequestScope> = {}): RequestScope => ({
  viewer,
  deadline: performance.now() + 60_000,
  maxCalls: 200,
  signal: new AbortController().signal,
  ...scope,
});

/**
 * The end of a call, in words: `answered`, or whether a write may have been applied, and the code
 * of its error.
 */
export const endOf = async (call: Promise<unknown>): Promise<string> => {
  try {
    await call;
    return 'answered';
  } catch (error) {
    if (error instanceof TransportError && !error.sent) return `unsent ${error.code}`;
    if (error instanceof TransportError || error instanceof UpstreamError) {
      return `${isOutcomeUnknown(error) ? 'unknown' : 'refused'} ${error.code}`;
    }
    throw error;
  }
};

/** The health of an unused client. */
export const idleHealth: ReturnType<Client['health']> = {
  breakers: { ads: 'closed', sandbox: 'closed', platform: 'closed' },
  connections: {
    ads: { busy: 0, waiting: 0 },
    sandbox: { busy: 0, waiting: 0 },
    platform: { busy: 0, waiting: 0 },
  },
  windows: {},
};

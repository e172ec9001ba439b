import type { Config } from '../config/config.ts';
import type { Upstream } from '../config/credentials.ts';
import { refusal } from '../errors/errors.ts';
import { createSealer, type Sealer } from '../shared/sign-in/session.ts';
import { type CountInMinute, createMinuteLimit } from '../state/minute-limit.ts';
import type { Store } from '../state/store.ts';
import type { Client } from '../upstream/client/client.ts';
import { createEndedSessions, type EndedSessions } from './ended-sessions.ts';
import { createFlow, type Flow } from './flow.ts';
import { createLogins, type Logins } from './logins.ts';
import { reachableUrl } from './reachable-url.ts';
import { createOpenSession } from './sessions.ts';
import { type CountBeginning, createCountBeginning } from './sign-in-rate.ts';
import { type CallerOf, type Cookies, createCallerOf, createCookies } from './viewer.ts';

/** The parts with which a gateway signs users in and recognises callers. */
export interface Identity {
  readonly callerOf: CallerOf;
  /** The token of the application's owner; null if none is configured. */
  readonly owner: Upstream['owner'];
  /** Admits callers with these API keys from now on, and no others. */
  readonly renewKeys: (apiKeys: Config['apiKeys']) => void;
  readonly cookies: Cookies;
  readonly sealer: Sealer;
  readonly ended: EndedSessions;
  readonly logins: Logins;
  /** Counts events against the limits of a minute. */
  readonly countInMinute: CountInMinute;
  readonly countSignIn: CountBeginning;
  /** Counts a request of an external client, before anybody has signed in. */
  readonly countClient: CountBeginning;
  /** Creates a sign-in, for one request. */
  readonly flow: () => Flow;
  /** The URL at which browsers reach the gateway. */
  readonly publicUrl: () => string;
  /** True if this URL was configured (PUBLIC_URL). */
  readonly isPublished: boolean;
  readonly allowedOrigins: readonly string[];
  /** Runs the work when the caller gets a place. */
  readonly admit: <T>(callerKey: string, work: () => Promise<T>) => Promise<T>;
}

interface IdentityNeeds {
  readonly client: Client;
  readonly store: Store;
  readonly admit: Identity['admit'];
  /** The URL that the gateway listens at. */
  readonly address: () => string;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

export const createIdentity = (
  config: Config & { readonly upstream: Upstream },
  { client, store, admit, address, now = Date.now }: IdentityNeeds,
): Identity => {
  const { publicUrl, upstream, allowedOrigins, limits, timeouts, sessionSecrets } = config;
  const cookies = createCookies({ secure: publicUrl?.startsWith('https:') === true });
  const isPublished = publicUrl !== null;
  const sealer = createSealer(sessionSecrets, now);
  const ended = createEndedSessions(store, now);
  const countInMinute = createMinuteLimit(store);
  const openSession = createOpenSession(sealer, ended, now);
  const needs = {
    owner: upstream.owner,
    cookies,
    openSession,
    countCall: callCount(countInMinute),
    now,
  };
  const beginnings = (kind: 'sign-ins' | 'clients') =>
    createCountBeginning(limits, { kind, count: countInMinute, isPublished });
  let callerOf = createCallerOf(config, needs);
  return {
    callerOf: (...request) => callerOf(...request),
    owner: upstream.owner,
    renewKeys: (apiKeys) => {
      callerOf = createCallerOf({ ...config, apiKeys }, needs);
    },
    cookies,
    sealer,
    ended,
    logins: createLogins(sessionSecrets, store, now),
    countInMinute,
    countSignIn: beginnings('sign-ins'),
    countClient: beginnings('clients'),
    flow: () => createFlow(client, timeouts.operation),
    publicUrl: () => publicUrl ?? reachableUrl(address()),
    isPublished,
    allowedOrigins,
    admit,
  };
};

/** Counts the calls of the API that are made for a key. */
const callCount = (count: CountInMinute) => async (key: string, most: number) => {
  const waitMs = await count([`key-calls:${key}`, most]);
  if (waitMs === 0) return;
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  throw refusal(
    'RATE_LIMITED',
    `This API key may make ${most} API calls in a minute. Try again in a minute.`,
    {
      headers: { 'Retry-After': String(retryAfterSeconds) },
      extensions: { retryable: true, retryAfterSeconds },
    },
  );
};

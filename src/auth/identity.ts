import type { Config } from '../config/config.ts';
import type { Upstream } from '../config/credentials.ts';
import { createSealer, type Sealer } from '../shared/sign-in/session.ts';
import { type CountInMinute, createMinuteLimit } from '../state/minute-limit.ts';
import type { Store } from '../state/store.ts';
import type { Client } from '../upstream/client/client.ts';
import { createFlow, type Flow } from './flow.ts';
import { reachableUrl } from './listener-url.ts';
import { createLogins, type Logins } from './logins.ts';
import { createEndedSessions, createOpenSession, type EndedSessions } from './sessions.ts';
import { type CountBeginning, createCountBeginning, createCountCall } from './sign-in-rate.ts';
import { type Callers, type Cookies, createCallers, createCookies } from './viewer.ts';

/** The parts with which a gateway signs users in and recognises callers. */
export interface Identity extends Callers {
  /** The token of the application's owner; null if none is configured. */
  readonly owner: Upstream['owner'];
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
  /** The origin of PUBLIC_URL; null if it is not set. */
  readonly publicOrigin: string | null;
  readonly allowedOrigins: ReadonlySet<string>;
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
  const { publicUrl, upstream, limits, timeouts, sessionSecrets } = config;
  const cookies = createCookies({ secure: publicUrl?.startsWith('https:') === true });
  const isPublished = publicUrl !== null;
  const sealer = createSealer(sessionSecrets, now);
  const ended = createEndedSessions(store, now);
  const countInMinute = createMinuteLimit(store);
  const openSession = createOpenSession(sealer, ended, now);
  const beginnings = (kind: 'sign-ins' | 'clients') =>
    createCountBeginning(limits, { kind, count: countInMinute, isPublished });
  const { owner } = upstream;
  const countCall = createCountCall(countInMinute);
  return {
    ...createCallers(config, { owner, cookies, openSession, countCall, now }),
    owner,
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
    publicOrigin: publicUrl === null ? null : new URL(publicUrl).origin,
    allowedOrigins: new Set(config.allowedOrigins),
    admit,
  };
};

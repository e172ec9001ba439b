import { randomBytes } from 'node:crypto';
import type { Config, Upstream } from '../config.ts';
import type { Store } from '../state/store.ts';
import type { Client } from '../upstream/client/client.ts';
import type { Cookies } from './cookies.ts';
import { createCookies } from './cookies.ts';
import type { Ended } from './ended-sessions.ts';
import { createEnded } from './ended-sessions.ts';
import type { Flow } from './flow.ts';
import { createFlow } from './flow.ts';
import type { Logins } from './logins.ts';
import { createLogins } from './logins.ts';
import type { Sealer } from './session.ts';
import { createSealer } from './session.ts';
import { createOpenSession } from './sessions.ts';
import type { CountSignIn } from './sign-in-rate.ts';
import { createCountSignIn } from './sign-in-rate.ts';
import type { CallerOf } from './viewer.ts';
import { createCallerOf, isLent } from './viewer.ts';

/** Everything a gateway knows about who is asking. */
export interface Identity {
  readonly callerOf: CallerOf;
  readonly cookies: Cookies;
  readonly sealer: Sealer;
  readonly ended: Ended;
  readonly logins: Logins;
  readonly countSignIn: CountSignIn;
  /** A sign-in of its own for each request. */
  readonly flow: () => Flow;
  /** How browsers reach the gateway. */
  readonly publicUrl: () => string;
  /** Whether that was configured. */
  readonly isPublished: boolean;
  readonly allowedOrigins: readonly string[];
  /** Does the work when there is room for it. */
  readonly admit: <T>(who: string, work: () => Promise<T>) => Promise<T>;
}

interface Parts {
  readonly client: Client;
  readonly store: Store;
  readonly admit: Identity['admit'];
  /** Where the gateway listens. */
  readonly address: () => string;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

/** The identity of a configuration. */
export const createIdentity = (
  config: Config & { readonly upstream: Upstream },
  { client, store, admit, address, now = Date.now }: Parts,
): Identity => {
  const { publicUrl, upstream, allowedOrigins, limits, timeouts } = config;
  const cookies = createCookies({ secure: publicUrl?.startsWith('https:') === true });
  const secrets = secretsOf(config);
  const sealer = createSealer(secrets, now);
  const ended = createEnded(store, now);
  const openSession = createOpenSession(sealer, ended, now);
  return {
    callerOf: createCallerOf(config, { owner: upstream.owner, cookies, openSession }),
    cookies,
    sealer,
    ended,
    logins: createLogins(secrets, now),
    countSignIn: createCountSignIn(limits, { store, isPublished: publicUrl !== null }),
    flow: () => createFlow(client, timeouts.operation),
    publicUrl: () => publicUrl ?? reachable(address()),
    isPublished: publicUrl !== null,
    allowedOrigins,
    admit,
  };
};

// An address that stands for all of a machine's addresses is none that a browser can go to.
const reachable = (address: string): string =>
  address.replace(/^http:\/\/(?:0\.0\.0\.0|\[::\])(?=:)/, 'http://localhost');

/** What works otherwise than its operator may think, a line each. */
export const warningsOf = (config: Config & { readonly upstream: Upstream }): readonly string[] => [
  ...(config.sessionSecrets.length > 0
    ? []
    : [
        'SESSION_SECRET is not set: sessions end with this process, and other replicas cannot open them',
      ]),
  ...(config.upstream.owner === null || config.apiKeys.length > 0 || isLent(config)
    ? []
    : [
        "The owner's token (ADS_ACCESS_TOKEN) will not be used: the gateway can be reached from other machines, and GATEWAY_API_KEYS is not set",
      ]),
];

/** What sessions are sealed with: without a configured secret, one that nobody else has. */
export const secretsOf = ({ sessionSecrets }: Config): readonly string[] =>
  sessionSecrets.length > 0 ? sessionSecrets : [randomBytes(32).toString('base64url')];

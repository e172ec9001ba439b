import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { RequestToken } from './flow.ts';

/** A sign-in that began in a browser and may end there, once, within ten minutes. */
export interface Login {
  readonly requestToken: RequestToken;
  /** What the browser's cookie holds. */
  readonly browser: string;
  readonly returnTo: string;
}

/** The sign-ins under way. */
export interface Logins {
  readonly begin: (login: Login) => Promise<void>;
  /** The sign-in of a request token, which is used up by this; null where there is none, or not one of this browser. */
  readonly take: (token: string, browsers: readonly string[]) => Promise<Login | null>;
}

export const loginMs = 600_000;
const mostLogins = 10_000;

/** Sign-ins of this process; `now` is in milliseconds. */
export const createLogins = (now: () => number = () => performance.now()): Logins => {
  const logins = new LRUCache<string, Login>({
    max: mostLogins,
    ttl: loginMs,
    perf: { now },
    ttlResolution: 0,
  });
  return {
    begin: async (login) => {
      logins.set(login.requestToken.token, login);
    },
    take: async (token, browsers) => {
      const login = logins.get(token);
      // Used up even in the wrong browser: a callback that was carried elsewhere is lost for good.
      logins.delete(token);
      if (login === undefined) return null;
      return browsers.some((browser) => isSame(browser, login.browser)) ? login : null;
    },
  };
};

/** What a browser is known by while it signs in. */
export const newBrowser = (): string => randomBytes(32).toString('base64url');

/** True for what `newBrowser` may have made. */
export const isBrowser = (text: string | undefined): text is string =>
  text !== undefined && /^[\w-]{43}$/.test(text);

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { RequestToken } from './flow.ts';
import { createSeals, maxSealed } from './seals.ts';

/** A sign-in that began in a browser and may end there, once, within ten minutes. */
export interface Login {
  readonly requestToken: RequestToken;
  readonly returnTo: string;
}

/** The sign-ins under way, each in a cookie of its browser: nobody else's can take its place. */
export interface Logins {
  /** The cookie with a new sign-in, beside those that this browser has under way. */
  readonly begin: (login: Login, cookies: readonly string[]) => Promise<string>;
  /**
   * Uses up what these request tokens began. Gives the sign-in, null unless there is one token and it is of this browser, and
   * the cookie without it: null where nothing is left, undefined where nothing was in it.
   */
  readonly take: (
    tokens: readonly string[],
    cookies: readonly string[],
  ) => Promise<{ readonly login: Login | null; readonly cookie: string | null | undefined }>;
}

export const loginMs = 600_000;
const mostInBrowser = 5;
const mostUsed = 10_000;

const claims = z.object({
  logins: z.array(
    z.object({ token: z.string(), secret: z.string(), to: z.string(), until: z.number() }),
  ),
});
type Held = z.infer<typeof claims>['logins'];

/** Sign-ins that are sealed with these secrets; `now` is in milliseconds since 1970. */
export const createLogins = (secrets: readonly string[], now: () => number): Logins => {
  const seals = createSeals(secrets, { audience: 'ads-graph sign-in', now });
  // A callback that was carried to another browser is lost for good, though the cookie is where it was.
  const used = new LRUCache<string, true>({ max: mostUsed, ttl: loginMs });
  const heldIn = async ([sealed = '', ...others]: readonly string[]): Promise<Held> => {
    const { data } = claims.safeParse(others.length === 0 ? await seals.open(sealed) : null);
    return data?.logins.filter(({ until }) => until > now()) ?? [];
  };
  const sealed = async (held: Held): Promise<string> => {
    const text = await seals.seal({ logins: held }, now() + loginMs);
    // The oldest gives way; a way back that does not fit alone is left out.
    const [oldest, ...others] = held;
    if (text.length <= maxSealed || oldest === undefined || oldest.to === '') return text;
    return sealed(others.length > 0 ? others : [{ ...oldest, to: '' }]);
  };
  const cookieOf = async (left: Held, held: Held): Promise<string | null | undefined> => {
    if (left.length === held.length) return undefined;
    return left.length === 0 ? null : sealed(left);
  };
  return {
    begin: async ({ requestToken, returnTo }, cookies) => {
      const { token, tokenSecret: secret } = requestToken;
      const begun = { token, secret, to: returnTo, until: now() + loginMs };
      const before = await heldIn(cookies);
      return sealed([...before.slice(1 - mostInBrowser), begun]);
    },
    take: async (named, cookies) => {
      const held = await heldIn(cookies);
      const left = held.filter(({ token }) => !named.includes(token));
      const found = held.find(({ token }) => named.includes(token) && !used.has(keyOf(token)));
      for (const token of named) used.set(keyOf(token), true);
      const isOne = named.length === 1 && found !== undefined;
      return { login: isOne ? loginOf(found) : null, cookie: await cookieOf(left, held) };
    },
  };
};

const loginOf = ({ token, secret, to }: Held[number]): Login => ({
  requestToken: { token, tokenSecret: secret },
  returnTo: to || '/',
});

const keyOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

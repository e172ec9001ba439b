import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { createSeals, maxSealed } from '../shared/sign-in/seals.ts';
import { refuseIfUnavailable, storeUnavailable } from '../state/refusals.ts';
import { nullIfUnavailable, type Store } from '../state/store.ts';
import type { RequestToken } from './flow.ts';

/**
 * An unfinished sign-in. It can be completed once, in the browser in which it began, within ten
 * minutes.
 */
export interface Login {
  readonly requestToken: RequestToken;
  readonly returnTo: string;
}

/**
 * The unfinished sign-ins. They are in a sealed cookie of the browser, so that no other browser can
 * complete them.
 */
export interface Logins {
  /** The cookie value with a new sign-in added to those in the browser's cookies. */
  readonly begin: (login: Login, cookies: readonly string[]) => Promise<string>;
  /**
   * Uses up the sign-ins of these request tokens.
   * - `login`: the sign-in, if there is exactly one token, the cookies have its sign-in, and no
   *   process has used it. Else null.
   * - `cookie`: the cookie without them. Null deletes it, undefined leaves it as it is.
   *
   * Rejects with STATE_STORE_UNAVAILABLE if it is not known whether they were used.
   */
  readonly take: (
    tokens: readonly string[],
    cookies: readonly string[],
  ) => Promise<{ readonly login: Login | null; readonly cookie: string | null | undefined }>;
}

const maxInBrowser = 5;

const claims = z.object({
  logins: z.array(
    z.object({ token: z.string(), secret: z.string(), to: z.string(), until: z.number() }),
  ),
});
type HeldLogins = z.infer<typeof claims>['logins'];

/**
 * Creates the sign-ins, in cookies sealed with these secrets. `now` is in milliseconds since 1970.
 */
export const createLogins = (
  secrets: readonly string[],
  store: Store,
  now: () => number,
): Logins => {
  const seals = createSeals(secrets, { audience: 'ads-graph sign-in', now });
  const used = createUsedLogins(store);
  const readCookie = async ([sealed = '', ...others]: readonly string[]): Promise<HeldLogins> => {
    const { data } = claims.safeParse(others.length === 0 ? await seals.open(sealed) : null);
    return data?.logins.filter(({ until }) => until > now()) ?? [];
  };
  const sealed = async (held: HeldLogins): Promise<string> => {
    const text = await seals.seal({ logins: held }, now() + loginMs);
    // If the text is too long, drops the oldest sign-in; from the last one, its return address.
    const [oldest, ...others] = held;
    if (text.length <= maxSealed || oldest === undefined || oldest.to === '') return text;
    return sealed(others.length > 0 ? others : [{ ...oldest, to: '' }]);
  };
  const cookieOf = async (
    left: HeldLogins,
    held: HeldLogins,
  ): Promise<string | null | undefined> => {
    if (left.length === held.length) return undefined;
    return left.length === 0 ? null : sealed(left);
  };
  return {
    begin: async ({ requestToken, returnTo }, cookies) => {
      const { token, tokenSecret: secret } = requestToken;
      const login = { token, secret, to: returnTo, until: now() + loginMs };
      const before = await readCookie(cookies);
      return sealed([...before.slice(1 - maxInBrowser), login]);
    },
    take: async (named, cookies) => {
      const held = await readCookie(cookies);
      const own = held.filter(({ token }) => named.includes(token));
      const left = held.filter(({ token }) => !named.includes(token));
      const foreign = named.filter((name) => own.every(({ token }) => token !== name));
      const [isFirst] = await Promise.all(own.map(({ token }) => used.use(token)));
      await used.useUp(foreign);
      const [login] = own;
      const isOne = named.length === 1 && login !== undefined && isFirst === true;
      return { login: isOne ? loginOf(login) : null, cookie: await cookieOf(left, held) };
    },
  };
};

const loginOf = ({ token, secret, to }: HeldLogins[number]): Login => ({
  requestToken: { token, tokenSecret: secret },
  returnTo: to || '/',
});

/** The sign-ins that any process has used up, by their request tokens. */
interface UsedLogins {
  /**
   * Uses up a sign-in of this browser; true if it was unused. Rejects with STATE_STORE_UNAVAILABLE
   * if that is unknown.
   */
  readonly use: (token: string) => Promise<boolean>;
  /** Uses up sign-ins whose callback arrived at another browser. */
  readonly useUp: (tokens: readonly string[]) => Promise<void>;
}

/** The most milliseconds that a sign-in may take. */
export const loginMs = 600_000;

const topic = 'spoiled-sign-ins';
const maxHere = 10_000;
const maxAtOnce = 5;

/** Creates the record of used sign-ins, in a store that all processes share. */
const createUsedLogins = (store: Store): UsedLogins => {
  // Anybody can invent tokens. Those that arrive at a wrong browser take no room in the store.
  const here = new LRUCache<string, true>({ max: maxHere, ttl: loginMs });
  const keep = (text: string): void => {
    for (const name of text.split(' ').slice(0, maxAtOnce)) here.set(name, true);
  };
  store.subscribe(topic, keep);
  return {
    use: async (token) => {
      const name = nameOf(token);
      const use = store.setIfAbsent(`sign-in:${name}`, 'used', loginMs);
      const isUnused = (await refuseIfUnavailable(use, unconfirmed)) === null && !here.has(name);
      // Kept here too, in case the store loses its data.
      here.set(name, true);
      return isUnused;
    },
    useUp: async (tokens) => {
      if (tokens.length === 0) return;
      const text = tokens.slice(0, maxAtOnce).map(nameOf).join(' ');
      keep(text);
      await nullIfUnavailable(store.publish(topic, text));
    },
  };
};

// While the store cannot confirm that a callback is unused, nobody can sign in. A person can start
// again in a moment; a repeated callback would make a second session.
const unconfirmed = () =>
  storeUnavailable(
    'Sign-in is not available at the moment: the store of used sign-ins does not respond. ' +
      'Try again in a moment.',
  );

const nameOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

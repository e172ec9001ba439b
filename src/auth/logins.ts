import { z } from 'zod';
import { createSeals, maxSealed } from '../shared/sign-in/seals.ts';
import type { Store } from '../state/store.ts';
import type { RequestToken } from './flow.ts';
import { createUsedLogins, loginMs } from './used-logins.ts';

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

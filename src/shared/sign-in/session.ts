import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { dayMs } from '../../upstream/catalogue/language/times.ts';
import { createSeals } from './seals.ts';

/** A user's access token, and the user. */
export interface Grant {
  readonly token: string;
  readonly tokenSecret: string;
  readonly userId: string;
  readonly screenName: string;
}

/** The content of a sealed session. */
export interface Session extends Grant {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly begunAt: number;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Encrypts and decrypts sessions. */
export interface Sealer {
  /** Begins a session. */
  readonly seal: (grant: Grant) => Promise<string>;
  /**
   * The session; null if the text was not sealed with one of the secrets, was changed, or has
   * expired.
   */
  readonly open: (sealed: string) => Promise<Session | null>;
}

/** The duration of a session in milliseconds: 7 days, which use does not extend. */
export const sessionMs = 7 * dayMs;

const claims = z.object({
  jti: z.string(),
  sub: z.string(),
  exp: z.number(),
  begun: z.number(),
  name: z.string(),
  token: z.string(),
  secret: z.string(),
});

/**
 * Creates a sealer. The first secret encrypts, and all of them decrypt. `now` is in milliseconds
 * since 1970.
 */
export const createSealer = (secrets: readonly string[], now: () => number = Date.now): Sealer => {
  const seals = createSeals(secrets, { audience: 'ads-graph session', now });
  return {
    seal: ({ token, tokenSecret, userId, screenName }) => {
      const begun = now();
      const own = { jti: randomUUID(), sub: userId, begun };
      const held = { name: screenName, token, secret: tokenSecret };
      return seals.seal({ ...own, ...held }, begun + sessionMs);
    },
    open: async (sealed) => {
      const { data } = claims.safeParse(await seals.open(sealed));
      return data === undefined ? null : sessionOf(data);
    },
  };
};

const sessionOf = ({
  jti,
  sub,
  exp,
  begun,
  name,
  token,
  secret,
}: z.infer<typeof claims>): Session => ({
  id: jti,
  token,
  tokenSecret: secret,
  userId: sub,
  screenName: name,
  begunAt: begun,
  expiresAt: exp * 1000,
});

/** The cookies of a gateway, by their content. */
export type CookieName = 'session' | 'login';

/** The name of a cookie; with https, one that browsers accept only from its own host. */
export const cookieNameOf = (name: CookieName, isSecure: boolean): string =>
  `${isSecure ? '__Host-' : ''}ads_graph_${name}`;

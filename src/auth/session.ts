import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { tokens } from '../upstream/catalogue/areas/tokens.ts';
import { TransportError } from '../upstream/client/errors.ts';
import { createSeals, maxSealed } from './seals.ts';

/** A user's access token, and whose it is. */
export interface Grant {
  readonly token: string;
  readonly tokenSecret: string;
  readonly userId: string;
  readonly screenName: string;
}

/** What a sealed session holds. */
export interface Session extends Grant {
  readonly id: string;
  /** Milliseconds since 1970, as is the next one. */
  readonly begunAt: number;
  readonly expiresAt: number;
}

/** Turns sessions into text that tells nothing and cannot be changed, and back. */
export interface Sealer {
  /** Rejects with a TransportError where the grant is longer than a cookie can carry. */
  readonly seal: (grant: Grant) => Promise<string>;
  /** The session; null for what was not sealed with one of the secrets, was changed, or has expired. */
  readonly open: (sealed: string) => Promise<Session | null>;
}

/** How long a session lasts, however it is used. */
export const sessionMs = 7 * 86_400_000;

const claims = z.object({
  jti: z.string(),
  sub: z.string(),
  exp: z.number(),
  begun: z.number(),
  name: z.string(),
  token: z.string(),
  secret: z.string(),
});

/** A sealer whose first secret seals while all of them open; `now` is in milliseconds since 1970. */
export const createSealer = (secrets: readonly string[], now: () => number = Date.now): Sealer => {
  const seals = createSeals(secrets, { audience: 'ads-graph session', now });
  return {
    seal: async ({ token, tokenSecret, userId, screenName }) => {
      const begun = now();
      const own = { jti: randomUUID(), sub: userId, begun };
      const held = { name: screenName, token, secret: tokenSecret };
      const sealed = await seals.seal({ ...own, ...held }, begun + sessionMs);
      if (sealed.length > maxSealed) throw tooLong();
      return sealed;
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

const tooLong = (): TransportError =>
  new TransportError(
    'UPSTREAM_BAD_RESPONSE',
    tokens.createAccessToken.name,
    'the answer is longer than a session can carry',
    { sent: true },
  );

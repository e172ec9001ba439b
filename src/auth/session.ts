import { createHash, hkdfSync, randomUUID } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { z } from 'zod';
import { tokens } from '../upstream/catalogue/areas/tokens.ts';
import { TransportError } from '../upstream/client/errors.ts';

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

/** The longest text that is sealed or looked at: a browser keeps 4,096 bytes of a cookie, name and guards included. */
const maxLength = 4000;

const claims = z.object({
  jti: z.string(),
  sub: z.string(),
  exp: z.number(),
  begun: z.number(),
  name: z.string(),
  token: z.string(),
  secret: z.string(),
});

const algorithms = {
  keyManagementAlgorithms: ['dir'],
  contentEncryptionAlgorithms: ['A256GCM'],
  audience: 'ads-graph session',
  clockTolerance: 0,
};

/** A sealer whose first secret seals while all of them open; `now` is in milliseconds since 1970. */
export const createSealer = (secrets: readonly string[], now: () => number = Date.now): Sealer => {
  const keys = new Map(secrets.map((secret) => [kidOf(secret), keyOf(secret)]));
  const [[kid, key] = []] = keys;
  if (kid === undefined || key === undefined) throw new TypeError('a sealer needs a secret');
  return {
    seal: async (grant) => {
      const sealed = await claimsFor(grant, now())
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid })
        .encrypt(key);
      if (sealed.length > maxLength) throw tooLong();
      return sealed;
    },
    open: async (sealed) => {
      if (sealed.length > maxLength || !isCanonical(sealed)) return null;
      try {
        const { payload } = await jwtDecrypt(
          sealed,
          ({ kid: named = '' }) => keys.get(named) ?? refuse(),
          { ...algorithms, currentDate: new Date(now()) },
        );
        return sessionOf(claims.parse(payload));
      } catch {
        return null;
      }
    },
  };
};

const claimsFor = ({ token, tokenSecret, userId, screenName }: Grant, now: number): EncryptJWT =>
  new EncryptJWT({ name: screenName, token, secret: tokenSecret, begun: now })
    .setJti(randomUUID())
    .setSubject(userId)
    .setAudience(algorithms.audience)
    .setExpirationTime(new Date(now + sessionMs));

// The last letter of a part has bits that say nothing; left alone they would be a change that goes unseen.
const isCanonical = (sealed: string): boolean =>
  sealed.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);

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

const refuse = (): never => {
  throw new Error('sealed with a secret that is not known here');
};

const keyOf = (secret: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'ads-graph session key', 32));

// Tells the secrets apart without telling anything about them.
const kidOf = (secret: string): string =>
  createHash('sha256').update(keyOf(secret)).digest('base64url').slice(0, 12);

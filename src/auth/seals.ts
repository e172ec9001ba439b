import { createHash, hkdfSync } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { EncryptJWT, jwtDecrypt } from 'jose';

/** Turns what is kept by others into text that tells nothing and cannot be changed, and back. */
export interface Seals {
  readonly seal: (claims: JWTPayload, expiresAt: number) => Promise<string>;
  /** The claims; null for what was not sealed with one of the secrets for this purpose, was changed, or has expired. */
  readonly open: (sealed: string) => Promise<JWTPayload | null>;
}

interface Purpose {
  /** Text that was sealed for another one does not open. */
  readonly audience: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The longest text that is looked at: a browser keeps 4,096 bytes of a cookie, name and guards included. */
export const maxSealed = 4000;

/** Seals for one purpose, whose first secret seals while all of them open. */
export const createSeals = (secrets: readonly string[], { audience, now }: Purpose): Seals => {
  const keys = new Map(secrets.map((secret) => [kidOf(secret), keyOf(secret)]));
  const [[kid, key] = []] = keys;
  if (kid === undefined || key === undefined) throw new TypeError('seals need a secret');
  const rules = {
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
    audience,
    clockTolerance: 0,
  };
  return {
    seal: (claims, expiresAt) =>
      new EncryptJWT(claims)
        .setAudience(audience)
        .setExpirationTime(new Date(expiresAt))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid })
        .encrypt(key),
    open: async (sealed) => {
      if (sealed.length > maxSealed || !isCanonical(sealed)) return null;
      try {
        const { payload } = await jwtDecrypt(
          sealed,
          ({ kid: named = '' }) => keys.get(named) ?? refuse(),
          { ...rules, currentDate: new Date(now()) },
        );
        return payload;
      } catch {
        return null;
      }
    },
  };
};

// The last letter of a part has bits that say nothing; left alone they would be a change that goes unseen.
const isCanonical = (sealed: string): boolean =>
  sealed.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);

const refuse = (): never => {
  throw new Error('sealed with a secret that is not known here');
};

const keyOf = (secret: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'ads-graph session key', 32));

// Tells the secrets apart without telling anything about them.
const kidOf = (secret: string): string =>
  createHash('sha256').update(keyOf(secret)).digest('base64url').slice(0, 12);

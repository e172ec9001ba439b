import { createHash, hkdfSync } from 'node:crypto';
import { EncryptJWT, type JWTPayload, jwtDecrypt } from 'jose';

/** Encrypts claims into text for clients to keep: they can neither read nor change it. */
interface Seals {
  /** Encrypts claims; `expiresAt` is in milliseconds since 1970. */
  readonly seal: (claims: JWTPayload, expiresAt: number) => Promise<string>;
  /**
   * Decrypts claims; null if the text was not sealed for this audience with one of the secrets, was
   * changed, or has expired.
   */
  readonly open: (sealed: string) => Promise<JWTPayload | null>;
}

interface Purpose {
  /** A name for the purpose. Text that was sealed for another audience does not open. */
  readonly audience: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The longest text that is opened, in characters; by default that of a cookie. */
  readonly longest?: number;
}

/**
 * The longest sealed text, in characters. Browsers allow 4,096 bytes for a cookie with its name and
 * attributes.
 */
export const maxSealed = 4000;

/**
 * Creates seals for one purpose. The first secret encrypts, and all of them decrypt, so that
 * secrets can be replaced.
 */
export const createSeals = (
  secrets: readonly string[],
  { audience, now, longest = maxSealed }: Purpose,
): Seals => {
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
      if (sealed.length > longest || !isCanonical(sealed)) return null;
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

// The last character of base64url has unused bits. A text in which they differ is refused.
const isCanonical = (sealed: string): boolean =>
  sealed.split('.').every((one) => Buffer.from(one, 'base64url').toString('base64url') === one);

const refuse = (): never => {
  throw new Error('sealed with a secret that is not known here');
};

const keyOf = (secret: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'ads-graph session key', 32));

// The id of a key, which reveals nothing about its secret.
const kidOf = (secret: string): string =>
  createHash('sha256').update(keyOf(secret)).digest('base64url').slice(0, 12);

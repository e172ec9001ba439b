import { timingSafeEqual } from 'node:crypto';
import type { Pairs } from './pairs.ts';
import { signatureOf } from './rfc5849.ts';

/** The parts of a request that its signature covers. */
export interface SignedRequest {
  readonly method: string;
  /** Scheme, host and path, without a query. */
  readonly baseUrl: string;
  readonly query: Pairs;
  /** The pairs of a form body; bodies of other types are not signed. */
  readonly form: Pairs;
  readonly authorization: string | undefined;
}

/**
 * The result of a check. `token` is empty if only the application signed; `reason` is for logs and
 * tests only.
 */
export type SignatureVerdict =
  | { readonly valid: true; readonly token: string; readonly parameters: SignedValues }
  | { readonly valid: false; readonly reason: string };

type SignedValues = Readonly<Record<string, string>>;

interface VerifierOptions {
  readonly consumer: { readonly key: string; readonly secret: string };
  /** The secret of a token; undefined for an unknown token. */
  readonly secretOf: (token: string) => string | undefined;
  readonly now: () => number;
  /** True if a timestamp may differ from `now` by more than 300 seconds. */
  readonly isAnyTime: () => boolean;
}

const maxSkewSeconds = 300;

/** Checks OAuth 1.0a signatures without the library that signs in the gateway. */
export const createVerifier = ({ consumer, secretOf, now, isAnyTime }: VerifierOptions) => {
  const isUnused = createNonces();

  const verify = (request: SignedRequest): SignatureVerdict => {
    const parameters = readHeader(request.authorization);
    if (parameters === null) return invalid('no OAuth authorization header');
    const wrong =
      headerProblem(parameters, consumer.key) ?? (isAnyTime() ? null : skewIn(parameters, now()));
    if (wrong !== null) return invalid(wrong);
    const token = parameters['oauth_token'] ?? '';
    const secret = token === '' ? '' : secretOf(token);
    if (secret === undefined) return invalid('unknown token');
    const expected = signatureOf(
      { ...request, parameters: signedIn(request, parameters) },
      { consumer: consumer.secret, token: secret },
    );
    if (!equal(expected, parameters['oauth_signature'])) return invalid('the signature differs');
    // A nonce counts as used only with a valid signature; otherwise anyone could block the nonces
    // of others.
    return isUnused(`${token} ${parameters['oauth_nonce']}`, now())
      ? { valid: true, token, parameters }
      : invalid('the nonce was used before');
  };
  return verify;
};

const invalid = (reason: string): SignatureVerdict => ({ valid: false, reason });

const readHeader = (header: string | undefined): SignedValues | null => {
  if (header === undefined || !/^OAuth\s/i.test(header)) return null;
  const pairs = [...header.slice(6).matchAll(/\s*([\w.~-]+)="([^"]*)"\s*(?:,|$)/g)];
  try {
    return Object.fromEntries(
      pairs.map(([, name = '', value = '']) => [name, decodeURIComponent(value)]),
    );
  } catch {
    return null;
  }
};

const headerProblem = (parameters: SignedValues, consumerKey: string): string | null => {
  const of = (name: string): string => parameters[`oauth_${name}`] ?? '';
  if (of('consumer_key') !== consumerKey) return 'unknown consumer key';
  if (of('signature_method') !== 'HMAC-SHA1') return 'the signature method is not HMAC-SHA1';
  if (of('version') !== '1.0') return 'the version is not 1.0';
  if (!/^[!-~]+$/.test(of('nonce'))) return 'the nonce is empty or not ASCII';
  return /^\d{1,11}$/.test(of('timestamp')) ? null : 'the timestamp is not a number of seconds';
};

const skewIn = ({ oauth_timestamp: timestamp }: SignedValues, nowMs: number): string | null =>
  Math.abs(nowMs / 1000 - Number(timestamp)) > maxSkewSeconds
    ? `the timestamp is more than ${maxSkewSeconds} seconds off the emulator's clock`
    : null;

/** A parameter that is sent both in the header and in the form is signed once. */
const signedIn = ({ query, form }: SignedRequest, header: SignedValues): Pairs => {
  const { oauth_signature: _given, realm: _realm, ...signed } = header;
  const beside = [...query, ...form].filter(([name]) => !Object.hasOwn(signed, name));
  return [...Object.entries(signed), ...beside];
};

const equal = (left: string, right = ''): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
};

// Two sets; the older one is dropped from time to time. Older nonces fail the timestamp check
// anyway.
const createNonces = () => {
  let [current, previous] = [new Set<string>(), new Set<string>()];
  let since = 0;
  return (nonce: string, nowMs: number): boolean => {
    if (Math.abs(nowMs - since) > 2 * maxSkewSeconds * 1000) {
      [current, previous] = [new Set<string>(), current];
      since = nowMs;
    }
    if (current.has(nonce) || previous.has(nonce)) return false;
    current.add(nonce);
    return true;
  };
};

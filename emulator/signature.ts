import { createHmac, timingSafeEqual } from 'node:crypto';
import OAuth from 'oauth-1.0a';
import type { Pairs } from './pairs.ts';

/** What a signature covers of a request. */
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
}

const maxSkewSeconds = 300;

/**
 * Checks OAuth 1.0a signatures with a library, so that tests find mistakes of the gateway's own
 * signing.
 */
export const createVerifier = ({ consumer, secretOf, now }: VerifierOptions) => {
  const oauth = new OAuth({
    consumer,
    signature_method: 'HMAC-SHA1',
    hash_function: (base, key) => createHmac('sha1', key).update(base).digest('base64'),
  });
  const isUnused = createNonces();

  const verify = (request: SignedRequest): SignatureVerdict => {
    const parameters = readHeader(request.authorization);
    if (parameters === null) return invalid('no OAuth authorization header');
    const wrong = headerProblem(parameters, consumer.key, now() / 1000);
    if (wrong !== null) return invalid(wrong);
    const token = parameters['oauth_token'] ?? '';
    const secret = token === '' ? '' : secretOf(token);
    if (secret === undefined) return invalid('unknown token');
    if (!equal(signatureOf(oauth, request, { parameters, secret }), parameters['oauth_signature']))
      return invalid('the signature differs');
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

const headerProblem = (
  parameters: SignedValues,
  consumerKey: string,
  nowSeconds: number,
): string | null => {
  const of = (name: string): string => parameters[`oauth_${name}`] ?? '';
  if (of('consumer_key') !== consumerKey) return 'unknown consumer key';
  if (of('signature_method') !== 'HMAC-SHA1') return 'the signature method is not HMAC-SHA1';
  if (of('version') !== '1.0') return 'the version is not 1.0';
  if (!/^[!-~]+$/.test(of('nonce'))) return 'the nonce is empty or not ASCII';
  if (!/^\d{1,11}$/.test(of('timestamp'))) return 'the timestamp is not a number of seconds';
  return Math.abs(nowSeconds - Number(of('timestamp'))) > maxSkewSeconds
    ? `the timestamp is more than ${maxSkewSeconds} seconds off`
    : null;
};

const signatureOf = (
  oauth: OAuth,
  request: SignedRequest,
  { parameters, secret }: { readonly parameters: SignedValues; readonly secret: string },
): string => {
  const { oauth_signature: _given, realm: _realm, ...signed } = parameters;
  // The query is passed as data, because the library's own parser does not read `+` or a raw `=` in
  // a value. A parameter that is sent both in the header and in the form is signed once.
  const beside = [...request.query, ...request.form].filter(
    ([name]) => !Object.hasOwn(signed, name),
  );
  const data = { ...grouped(beside), ...signed };
  return oauth.getSignature({ method: request.method, url: request.baseUrl, data }, secret, {
    oauth_consumer_key: signed['oauth_consumer_key'] ?? '',
    oauth_nonce: signed['oauth_nonce'] ?? '',
    oauth_signature_method: signed['oauth_signature_method'] ?? '',
    oauth_timestamp: Number(signed['oauth_timestamp']),
    oauth_version: signed['oauth_version'] ?? '',
  });
};

/** Pairs by name; a repeated name has a list of values, as the library expects it. */
const grouped = (pairs: Pairs): Readonly<Record<string, string | string[]>> => {
  const values = new Map<string, string | string[]>();
  for (const [name, value] of pairs) {
    const before = values.get(name);
    values.set(name, before === undefined ? value : [before, value].flat());
  }
  return Object.fromEntries(values);
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

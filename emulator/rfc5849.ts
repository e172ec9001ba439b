import { createHmac } from 'node:crypto';
import type { Pairs } from './pairs.ts';

/** The parts of a request that are signed. */
interface SignatureBase {
  readonly method: string;
  /** Scheme, host and path, without a query. */
  readonly baseUrl: string;
  /** All parameters but `oauth_signature` and `realm`, in any order. */
  readonly parameters: Pairs;
}

/** The secrets of an application and of a token; that of no token is empty. */
interface Secrets {
  readonly consumer: string;
  readonly token: string;
}

const hex = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
const encode = (text: string): string => encodeURIComponent(text).replace(/[!'()*]/g, hex);

const inOrder = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** The signature base string (RFC 5849, section 3.4.1). */
const baseString = ({ method, baseUrl, parameters }: SignatureBase): string => {
  const sorted = parameters
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort((one, other) => inOrder(one[0], other[0]) || inOrder(one[1], other[1]));
  const joined = sorted.map(([name, value]) => `${name}=${value}`).join('&');
  return [method.toUpperCase(), baseUrl, joined].map(encode).join('&');
};

/** The signature of a request by HMAC-SHA1 (RFC 5849, section 3.4.2), in base64. */
export const signatureOf = (signed: SignatureBase, { consumer, token }: Secrets): string =>
  createHmac('sha1', `${encode(consumer)}&${encode(token)}`)
    .update(baseString(signed))
    .digest('base64');

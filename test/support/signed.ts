import { createHmac } from 'node:crypto';
import OAuth from 'oauth-1.0a';
import { Agent, request } from 'undici';
import type { Emulator, UserCredentials } from '../../emulator/server.ts';

/** The response: the status, the headers, the body as text and, if it is JSON, as a value. */
export interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  // A test knows the shape of its answer, and reads it without checks.
  readonly body: Body;
}

/** Any JSON, with members that can be read by name or position without checks. */
export type Body = { readonly [name: string]: Body } & readonly Body[] &
  (string | number | boolean | null);

export type Query = Readonly<Record<string, string | number | boolean>>;

/** Parameters as they are signed; a list is for a name that occurs several times. */
export type SignedParameters = Readonly<Record<string, Query[string] | readonly string[]>>;

/** The differences of a request from a correct one. */
export interface Deviation {
  readonly credentials?: Partial<UserCredentials>;
  readonly nonce?: string;
  /** Seconds since 1970. */
  readonly timestamp?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The parameters that are signed, if they differ from those that are sent. */
  readonly signed?: Query;
  readonly sandbox?: boolean;
}

interface RequestOptions extends Deviation {
  readonly query?: Query;
  readonly form?: Query;
  readonly json?: unknown;
  /** A body that is sent unchanged. */
  readonly raw?: string;
}

const encode = (value: string): string =>
  encodeURIComponent(value).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const written = (values: Query): string =>
  Object.entries(values)
    .map(([name, value]) => `${encode(name)}=${encode(String(value))}`)
    .join('&');

const texts = (values: SignedParameters): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' ? value.map(String) : String(value),
    ]),
  );

/** The Authorization header of a request, made by a library that the emulator does not use. */
export const authorization = (
  credentials: UserCredentials,
  {
    method,
    url,
    data,
  }: { readonly method: string; readonly url: string; readonly data: SignedParameters },
  { nonce, timestamp }: Deviation = {},
): string => {
  const oauth = new OAuth({
    consumer: { key: credentials.consumerKey, secret: credentials.consumerSecret },
    signature_method: 'HMAC-SHA1',
    hash_function: (base, key) => createHmac('sha1', key).update(base).digest('base64'),
  });
  if (nonce !== undefined) oauth.getNonce = () => nonce;
  if (timestamp !== undefined) oauth.getTimeStamp = () => timestamp;
  const token = { key: credentials.accessToken, secret: credentials.accessTokenSecret };
  return oauth.toHeader(oauth.authorize({ url, method, data: texts(data) }, token)).Authorization;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** A client that signs every request to an emulator, by default as the owner of the application. */
export const signedClient = (emulator: Pick<Emulator, 'url' | 'sandboxUrl' | 'credentials'>) => {
  const dispatcher = new Agent({ connections: 8 });
  const send = async (
    method: string,
    path: string,
    sending: RequestOptions = {},
  ): Promise<Response> => {
    const { query = {}, form, json, raw, signed, sandbox, headers = {} } = sending;
    const base = `${sandbox === true ? emulator.sandboxUrl : emulator.url}${path}`;
    const credentials = { ...emulator.credentials, ...sending.credentials };
    const data = signed ?? { ...query, ...form };
    const url = written(query) === '' ? base : `${base}?${written(query)}`;
    const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
    const body =
      raw ??
      (form === undefined ? (json === undefined ? null : JSON.stringify(json)) : written(form));
    const answer = await request(url, {
      dispatcher,
      method: method as 'GET',
      body,
      headers: {
        authorization: authorization(credentials, { method, url: base, data }, sending),
        ...(body !== null && { 'content-type': type }),
        ...headers,
      },
    });
    const text = await answer.body.text();
    return { status: answer.statusCode, headers: answer.headers, text, body: parsed(text) as Body };
  };
  return {
    send,
    get: (path: string, query: Query = {}, deviation: Deviation = {}) =>
      send('GET', path, { query, ...deviation }),
    post: (path: string, form: Query = {}, deviation: Deviation = {}) =>
      send('POST', path, { form, ...deviation }),
    put: (path: string, form: Query = {}, deviation: Deviation = {}) =>
      send('PUT', path, { form, ...deviation }),
    del: (path: string, query: Query = {}, deviation: Deviation = {}) =>
      send('DELETE', path, { query, ...deviation }),
    json: (path: string, json: unknown, deviation: Deviation = {}) =>
      send('POST', path, { json, ...deviation }),
    close: () => dispatcher.close(),
  };
};

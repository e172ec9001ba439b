import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { bikes } from './accounts.ts';
import type { Running } from './gateway.ts';
import { keysOf } from './keys.ts';
import { freePort } from './redis.ts';
import { decide, newVisitor, type Visitor } from './visitor.ts';

/**
 * The environment of a gateway that clients reach from outside. Its key keeps out callers without
 * credentials.
 */
export const publishedEnv = async (): Promise<Readonly<Record<string, string>>> => {
  const port = String(await freePort());
  const keys = keysOf({ writer: 'owner' });
  return { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, GATEWAY_API_KEYS: keys };
};

type Place = Pick<Running, 'url' | 'emulator'>;

/** The address at which the client of these tests gets its code. */
export const redirectUri = 'http://127.0.0.1:7777/callback';

const originOf = ({ url }: Pick<Running, 'url'>): string => new URL(url).origin;

/** Registers a client. Returns the response. */
export const register = async (running: Place, metadata: object = {}): Promise<Response> =>
  fetch(`${originOf(running)}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Pacer',
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      ...metadata,
    }),
  });

/** A client that registered itself, and the verifier of its codes. */
export interface OutsideClient {
  readonly id: string;
  readonly verifier: string;
}

export const newClient = async (running: Place, metadata: object = {}): Promise<OutsideClient> => {
  const response = await register(running, metadata);
  expect(response.status).toBe(201);
  const { client_id: id } = (await response.json()) as { client_id: string };
  return { id, verifier: randomBytes(32).toString('base64url') };
};

/** The address at which a client requests a code. */
export const authorizeUrl = (
  running: Place,
  { id, verifier }: OutsideClient,
  more: Readonly<Record<string, string | undefined>> = {},
): string => {
  const query = {
    client_id: id,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'ads.read',
    state: 'state of the client',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${originOf(running)}/mcp`,
    ...more,
  };
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return `${originOf(running)}/oauth/authorize?${new URLSearchParams(given)}`;
};

const locationOf = (response: Response): string => response.headers.get('location') ?? '';

/** The main part of a page. */
export const mainOf = async (page: Response): Promise<string> =>
  /<h1>.*/s.exec(await page.text())?.[0] ?? '';

/** Follows redirects of the gateway, through a sign-in if there is none, to the consent page. */
export const openConsent = async (
  running: Place,
  visitor: Visitor,
  { address, userId }: { readonly address: string; readonly userId?: string },
): Promise<{ readonly url: string; readonly html: string }> => {
  const asked = await visitor.go(address);
  expect(asked.status).toBe(303);
  const url = locationOf(asked);
  const shown = await visitor.go(url);
  if (shown.status === 200) return { url, html: await mainOf(shown) };
  const login = await visitor.go(locationOf(shown));
  const user = userId === undefined ? {} : { userId };
  const callback = await decide(running, visitor, locationOf(login), user);
  const back = await visitor.go(callback);
  expect(`${originOf(running)}${locationOf(back)}`).toBe(url);
  const page = await visitor.go(url);
  return { url, html: await mainOf(page) };
};

/** The choices of a user on the consent page. */
export interface Choice {
  readonly scopes?: readonly string[];
  readonly accounts?: readonly string[];
  readonly decision?: string;
  readonly origin?: string | null;
}

/** Sends the form of the consent page. */
export const answerConsent = (
  running: Place,
  visitor: Visitor,
  { url, ...choice }: Choice & { readonly url: string },
): Promise<Response> => {
  const { scopes = ['ads.read'], accounts = [bikes], decision = 'allow' } = choice;
  const { origin = originOf(running) } = choice;
  return visitor.go(url, {
    method: 'POST',
    headers: origin === null ? {} : { origin },
    body: new URLSearchParams([
      ...scopes.map((one) => ['scope', one] as [string, string]),
      ...accounts.map((one) => ['account', one] as [string, string]),
      ['decision', decision],
    ]),
  });
};

/** The query with which the browser is sent back to the client. */
export const backAtClient = async (
  visitor: Visitor,
  answered: Response,
): Promise<URLSearchParams> => {
  expect(answered.status).toBe(302);
  const resumed = await visitor.go(locationOf(answered));
  expect(resumed.status).toBe(303);
  return new URL(locationOf(resumed)).searchParams;
};

/** Requests tokens. */
export const askToken = (
  running: Place,
  form: Readonly<Record<string, string>>,
): Promise<Response> =>
  fetch(`${originOf(running)}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });

/** The form with which a client exchanges a code. */
export const codeForm = ({ id, verifier }: OutsideClient, code: string) => ({
  grant_type: 'authorization_code',
  client_id: id,
  code,
  code_verifier: verifier,
  redirect_uri: redirectUri,
});

export const refreshForm = ({ id }: OutsideClient, token: string) => ({
  grant_type: 'refresh_token',
  client_id: id,
  refresh_token: token,
});

/** The tokens of a client. */
export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly scope: string;
}

/** Connects a client: registration, consent, tokens. */
export const connect = async (
  running: Place,
  choice: Choice & { readonly userId?: string; readonly client?: OutsideClient } = {},
  visitor: Visitor = newVisitor(),
) => {
  const client = choice.client ?? (await newClient(running));
  const { scopes = ['ads.read'] } = choice;
  const address = authorizeUrl(running, client, { scope: scopes.join(' ') });
  const user = choice.userId === undefined ? {} : { userId: choice.userId };
  const { url } = await openConsent(running, visitor, { address, ...user });
  const back = await backAtClient(
    visitor,
    await answerConsent(running, visitor, { ...choice, url }),
  );
  const code = back.get('code') ?? '';
  const response = await askToken(running, codeForm(client, code));
  expect(response.status).toBe(200);
  return { client, code, visitor, tokens: (await response.json()) as Tokens };
};

/** A token as clients send it. */
export const withToken = ({ access_token: token }: Pick<Tokens, 'access_token'>) => ({
  authorization: `Bearer ${token}`,
});

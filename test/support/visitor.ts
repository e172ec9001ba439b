import { expect } from 'vitest';
import type { Running } from './gateway.ts';

/**
 * A user with a browser that follows no redirect by itself. Like all browsers, it keeps cookies
 * regardless of the port.
 */
export interface Visitor {
  readonly cookies: Map<string, string>;
  readonly go: (url: string, init?: RequestInit) => Promise<Response>;
}

export const newVisitor = (): Visitor => {
  const cookies = new Map<string, string>();
  return {
    cookies,
    go: async (url, init = {}) => {
      const headers = new Headers(init.headers);
      if (cookies.size > 0 && !headers.has('cookie')) {
        headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
      }
      const response = await fetch(url, { redirect: 'manual', ...init, headers });
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';');
        const at = pair.indexOf('=');
        if (line.includes('Max-Age=0')) cookies.delete(pair.slice(0, at));
        else cookies.set(pair.slice(0, at), pair.slice(at + 1));
      }
      return response;
    },
  };
};

type Place = Pick<Running, 'url' | 'emulator'>;

const locationOf = (response: Response): string => response.headers.get('location') ?? '';

/** Begins a sign-in. Returns the address of the consent page. */
export const begin = async ({ url }: Place, visitor: Visitor, query = ''): Promise<string> => {
  const response = await visitor.go(`${new URL(url).origin}/auth/login${query}`);
  expect(response.status).toBe(302);
  return locationOf(response);
};

/**
 * The decision of a user on the consent page. Returns the address that the browser is sent to, or
 * the page that is shown.
 */
export const decide = async (
  { emulator }: Place,
  visitor: Visitor,
  consent: string,
  { userId = emulator.credentials.userId, decision = 'allow' } = {},
): Promise<string> => {
  const token = new URL(consent).searchParams.get('oauth_token') ?? '';
  const page = await visitor.go(consent);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain(userId);
  const response = await visitor.go(`${emulator.url}/__emulator/consent`, {
    method: 'POST',
    body: new URLSearchParams({ oauth_token: token, user_id: userId, decision }),
  });
  return response.status === 302 ? locationOf(response) : response.text();
};

/** Signs in a user of the emulator. Returns the sealed session. */
export const signIn = async (
  running: Place,
  userId?: string,
  visitor: Visitor = newVisitor(),
): Promise<string> => {
  const consent = await begin(running, visitor);
  const callback = await decide(running, visitor, consent, userId === undefined ? {} : { userId });
  const response = await visitor.go(callback);
  expect(response.status).toBe(302);
  return visitor.cookies.get('ads_graph_session') ?? '';
};

/** A session in the header that services send. */
export const bearer = (session: string) => ({ headers: { authorization: `Bearer ${session}` } });

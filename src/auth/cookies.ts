import type { IncomingHttpHeaders } from 'node:http';
import { type CookieName, cookieNameOf } from '../shared/sign-in/session.ts';

/** Reads and writes the gateway's cookies. */
export interface Cookies {
  /** The values of a request's cookies with this name, unchanged; '' for a malformed pair. */
  readonly read: (headers: IncomingHttpHeaders, name: CookieName) => readonly string[];
  /** A `Set-Cookie` header; with null, one that deletes the cookie. */
  readonly write: (name: CookieName, value: string | null, maxAgeSeconds?: number) => string;
}

/**
 * Cookies that scripts cannot read (HttpOnly) and forms of other sites do not send (SameSite); with
 * https, for this host only.
 */
export const createCookies = ({ secure }: { readonly secure: boolean }): Cookies => {
  const guards = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    read: ({ cookie }, name) => {
      if (cookie === undefined) return [];
      const cookieName = cookieNameOf(name, secure);
      return cookie.split(';').flatMap((pair) => {
        const [given = '', ...value] = pair.trimStart().split('=');
        if (given.trimEnd() !== cookieName) return [];
        return [given === cookieName ? value.join('=') : ''];
      });
    },
    write: (name, value, maxAgeSeconds = 0) =>
      `${cookieNameOf(name, secure)}=${value ?? ''}; ${guards}; Max-Age=${value === null ? 0 : maxAgeSeconds}`,
  };
};

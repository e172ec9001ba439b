import type { IncomingHttpHeaders } from 'node:http';

/** The cookies of a gateway, by what they hold. */
export type CookieName = 'session' | 'login';

/** How cookies are named and guarded where browsers reach the gateway by https, and where by http. */
export interface Cookies {
  /** The values that a request brings under this name, as they came; an empty one where the pair is malformed. */
  readonly read: (headers: IncomingHttpHeaders, name: CookieName) => readonly string[];
  /** A `Set-Cookie` header; without a value it takes the cookie away. */
  readonly write: (name: CookieName, value: string | null, maxAgeSeconds?: number) => string;
}

/** Cookies that scripts never see, that other sites cannot send along with a form, and that https keeps to this host. */
export const createCookies = ({ secure }: { readonly secure: boolean }): Cookies => {
  const nameOf = (name: CookieName): string => `${secure ? '__Host-' : ''}ads_graph_${name}`;
  const guards = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    read: ({ cookie = '' }, name) => {
      const wanted = nameOf(name);
      return cookie.split(';').flatMap((pair) => {
        const [given = '', ...value] = pair.trimStart().split('=');
        if (given.trimEnd() !== wanted) return [];
        return [given === wanted ? value.join('=') : ''];
      });
    },
    write: (name, value, maxAgeSeconds = 0) =>
      `${nameOf(name)}=${value ?? ''}; ${guards}; Max-Age=${value === null ? 0 : maxAgeSeconds}`,
  };
};

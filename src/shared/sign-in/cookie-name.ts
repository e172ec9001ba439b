/** The cookies of a gateway, by their content. */
export type CookieName = 'session' | 'login';

/** The name of a cookie; with https, one that browsers accept only from its own host. */
export const cookieNameOf = (name: CookieName, isSecure: boolean): string =>
  `${isSecure ? '__Host-' : ''}ads_graph_${name}`;

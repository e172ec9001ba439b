/** The paths of the authorization server. */
export const paths = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
  register: '/oauth/register',
  consent: '/oauth/consent',
  server: '/.well-known/oauth-authorization-server',
  resource: '/.well-known/oauth-protected-resource',
  resourceOfTools: '/.well-known/oauth-protected-resource/mcp',
} as const;

const withId = /^(\/oauth\/(?:authorize|consent))\/([\w-]{1,64})$/;
const fixed: ReadonlySet<string> = new Set(
  Object.values(paths).filter((path) => path !== paths.consent),
);

/** The route of a path of the authorization server, and the id in it; null for another path. */
export const grantPath = (
  path: string,
): { readonly route: string; readonly id: string | null } | null => {
  if (fixed.has(path)) return { route: path, id: null };
  const [, route, id = null] = withId.exec(path) ?? [];
  return route === undefined ? null : { route: `${route}/{id}`, id };
};

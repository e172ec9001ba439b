const address = '/mcp';

/** True for the path at which agents connect; some hosts add a slash. */
export const isAddress = (path: string): boolean => path === address || path === `${address}/`;

/** The path of a kept answer as a file; its group is the id of the answer. */
export const answerFile = /^\/agents\/answers\/([\w-]{1,64})\.csv$/;

/** The route of a path of agents, without parts that a caller chose; null for other paths. */
export const agentRoute = (path: string): string | null => {
  if (isAddress(path)) return address;
  if (answerFile.test(path)) return '/agents/answers/{id}.csv';
  return grantPath(path)?.route ?? planRoute(path);
};

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

/** A path of the pages of plans; its groups are the id of a plan, and what is decided. */
export const planPath = /^\/agents(?:\/plans\/([\w-]{1,64})(?:\/(approve|decline))?)?$/;

/** The path of the form that disconnects a client; its group is the id of the client there. */
export const disconnectPath = /^\/agents\/clients\/([\w-]{1,64})\/disconnect$/;

/** The route of a path of these pages, without the id; null for another path. */
const planRoute = (path: string): string | null => {
  if (disconnectPath.test(path)) return '/agents/clients/{id}/disconnect';
  const [found, id, decision] = planPath.exec(path) ?? [];
  if (found === undefined) return null;
  if (id === undefined) return found;
  return `/agents/plans/{id}${decision === undefined ? '' : `/${decision}`}`;
};

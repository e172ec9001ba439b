/** A path of these pages; its groups are the id of a plan, and what is decided. */
export const planPath = /^\/agents(?:\/plans\/([\w-]{1,64})(?:\/(approve|decline))?)?$/;

/** The path of the form that disconnects a client; its group is the id of the client there. */
export const disconnectPath = /^\/agents\/clients\/([\w-]{1,64})\/disconnect$/;

/** The route of a path of these pages, without the id; null for another path. */
export const planRoute = (path: string): string | null => {
  if (disconnectPath.test(path)) return '/agents/clients/{id}/disconnect';
  const [found, id, decision] = planPath.exec(path) ?? [];
  if (found === undefined) return null;
  if (id === undefined) return found;
  return `/agents/plans/{id}${decision === undefined ? '' : `/${decision}`}`;
};

import { refused } from '../src/errors.ts';
import type { Admission } from '../src/http/door/admission.ts';
import type { Exchange } from '../src/http/door/exchange.ts';
import { installAfter } from '../src/package.ts';
import type { AgentNeeds, AgentSettings } from './agents.ts';
import type { DoorOptions } from './door.ts';
import type { GrantSettings } from './grants/grant-needs.ts';
import { grantPath } from './grants/grant-paths.ts';
import { planRoute } from './pages/plan-route.ts';

/** Answers a request of an agent, or for what agents left; false for any other path. */
export type AgentRoutes = (exchange: Exchange, path: string) => Promise<boolean>;

/** What agents need of the gateway. */
export interface AgentRouteOptions extends Pick<DoorOptions, 'identity' | 'bodies'> {
  readonly needs: AgentNeeds;
  readonly admission: Admission;
}

/** Where agents connect; some hosts add a slash. */
const address = '/mcp';
const isAddress = (path: string): boolean => path === address || path === `${address}/`;
const answerFile = /^\/agents\/answers\/([\w-]{1,64})\.csv$/;

/** The route of a path of agents, without the parts that a caller chose; null for another path. */
export const agentRoute = (path: string): string | null => {
  if (isAddress(path)) return address;
  if (answerFile.test(path)) return '/agents/answers/{id}.csv';
  return grantPath(path)?.route ?? planRoute(path);
};

/** Tells how to install the package of the protocol, which is optional because it is large. */
const refuseWithout = (error: NodeJS.ErrnoException): never => {
  const install = installAfter(error, '@modelcontextprotocol');
  throw refused(501, `Agents need a package that is not installed: ${install}`);
};

/** Creates the routes of agents. What they need is loaded at the first request of an agent. */
export const createAgentRoutes = (
  settings: AgentSettings & GrantSettings & { readonly host: string },
  { identity, bodies, needs, admission }: AgentRouteOptions,
): AgentRoutes => {
  if (settings.mcp === 'off') return async () => false;
  const load = async () => {
    const [
      { createAgents },
      { createAccountsOf },
      { createDoor },
      { sendAnswerFile },
      { answerPlanPage },
      { createGrants },
    ] = await Promise.all([
      import('./agents.ts'),
      import('./account-names.ts'),
      import('./door.ts'),
      import('./answer-file.ts'),
      import('./pages/plan-routes.ts'),
      import('./grants/grants.ts'),
    ]);
    const agents = createAgents(settings, needs);
    const { kept, planning, engine } = agents;
    const { plans } = planning;
    const { store, now } = needs;
    const accountsOf = createAccountsOf(engine);
    const grants = identity.isPublished
      ? createGrants(settings, { identity, bodies, store, now, accountsOf })
      : null;
    return {
      grants,
      enter: createDoor({ agents, identity, grants, bodies, host: settings.host }),
      sendAnswer: (exchange: Exchange, id: string) =>
        sendAnswerFile({ identity, kept, admission }, exchange, id),
      answerPage: (exchange: Exchange, path: string) =>
        answerPlanPage({ identity, plans, grants, now }, exchange, path),
    };
  };
  let loaded: ReturnType<typeof load> | null = null;
  return async (exchange, path) => {
    if (agentRoute(path) === null) return false;
    const isGrant = grantPath(path) !== null;
    if (isGrant && !identity.isPublished) return false;
    loaded ??= load().catch(refuseWithout);
    const { enter, sendAnswer, answerPage, grants } = await loaded;
    const [, id] = answerFile.exec(path) ?? [];
    if (isAddress(path)) await enter(exchange);
    else if (grants !== null && isGrant) await grants.answer(exchange, path);
    else if (id === undefined) await answerPage(exchange, path);
    else await sendAnswer(exchange, id);
    return true;
  };
};

import { refused } from '../errors.ts';
import type { Exchange } from '../http/door/exchange.ts';
import { installAfter } from '../package.ts';
import type { AgentNeeds, AgentSettings } from './agents.ts';
import type { DoorOptions } from './door.ts';
import { planRoute } from './pages/plan-route.ts';

/** Answers a request of an agent, or for what agents left; false for any other path. */
export type AgentRoutes = (exchange: Exchange, path: string) => Promise<boolean>;

/** What agents need of the gateway. */
export interface AgentRouteOptions extends Pick<DoorOptions, 'identity' | 'bodies'> {
  readonly needs: AgentNeeds;
}

/** Where agents connect. */
const address = '/mcp';
const answerFile = /^\/agents\/answers\/([\w-]{1,64})\.csv$/;

/** The route of a path of agents, without the parts that a caller chose; null for another path. */
export const agentRoute = (path: string): string | null => {
  if (path === address) return path;
  return answerFile.test(path) ? '/agents/answers/{id}.csv' : planRoute(path);
};

/** Tells how to install the package of the protocol, which is optional because it is large. */
const refuseWithout = (error: NodeJS.ErrnoException): never => {
  const install = installAfter(error, '@modelcontextprotocol');
  throw refused(501, `Agents need a package that is not installed: ${install}`);
};

/** Creates the routes of agents. What they need is loaded at the first request of an agent. */
export const createAgentRoutes = (
  settings: AgentSettings & { readonly host: string },
  { identity, bodies, needs }: AgentRouteOptions,
): AgentRoutes => {
  if (settings.mcp === 'off') return async () => false;
  const load = async () => {
    const [{ createAgents }, { createDoor }, { sendAnswerFile }, { answerPlanPage }] =
      await Promise.all([
        import('./agents.ts'),
        import('./door.ts'),
        import('./answer-file.ts'),
        import('./pages/plan-routes.ts'),
      ]);
    const agents = createAgents(settings, needs);
    const { kept, planning } = agents;
    const { plans } = planning;
    return {
      enter: createDoor({ agents, identity, bodies, host: settings.host }),
      sendAnswer: (exchange: Exchange, id: string) =>
        sendAnswerFile({ identity, kept }, exchange, id),
      answerPage: (exchange: Exchange, path: string) =>
        answerPlanPage({ identity, plans, now: needs.now }, exchange, path),
    };
  };
  let loaded: ReturnType<typeof load> | null = null;
  return async (exchange, path) => {
    if (agentRoute(path) === null) return false;
    loaded ??= load().catch(refuseWithout);
    const { enter, sendAnswer, answerPage } = await loaded;
    const [, id] = answerFile.exec(path) ?? [];
    if (path === address) await enter(exchange);
    else if (id === undefined) await answerPage(exchange, path);
    else await sendAnswer(exchange, id);
    return true;
  };
};

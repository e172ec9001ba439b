import { installAfter } from '../src/config/package.ts';
import { refused } from '../src/errors/errors.ts';
import type { CreateRooms } from '../src/gateway/rooms.ts';
import type { Without } from '../src/upstream/catalogue/without.ts';
import type { AddToServer, AgentParts, AgentSettings } from './agents.ts';
import { toolDocumentsOf } from './documents/tool-documents.ts';
import type { AnswerPath, Host, HttpExchange } from './gateway.ts';
import type { GrantSettings } from './grants/grant-needs.ts';
import { checkRedirects } from './grants/redirect.ts';
import { agentRoute, answerFile, grantPath, isAddress } from './paths.ts';

/** The rooms of agents; `addTo` adds handlers to the server of each request. */
export const agentRooms =
  (addTo?: AddToServer): CreateRooms =>
  (config, graph) => {
    checkRedirects(config);
    let documents = toolDocumentsOf(config, graph);
    return {
      routeOf: agentRoute,
      renew: () => {
        documents = toolDocumentsOf(config, graph);
      },
      open: (host) => createAgentRoutes(config, host, { documents: () => documents, addTo }),
    };
  };

/** Tells how to install the package of the protocol, which is optional because it is large. */
const refuseWithout = (error: NodeJS.ErrnoException): never => {
  const install = installAfter(error, '@modelcontextprotocol');
  throw refused(501, `Agents need a package that is not installed: ${install}`);
};

/** Creates the routes of agents. Their modules are loaded at an agent's first request. */
export const createAgentRoutes = (
  settings: AgentSettings & GrantSettings & { readonly host: string },
  host: Host,
  parts: Without<AgentParts, 'pagesUrl'>,
): AnswerPath => {
  if (settings.mcp === 'off') return async () => false;
  const load = async () => {
    const [
      { createAgents },
      { createDoor },
      { sendAnswerFile },
      { answerPlanPage },
      { createGrants },
    ] = await Promise.all([
      import('./agents.ts'),
      import('./door.ts'),
      import('./answer-file.ts'),
      import('./pages/plan-routes.ts'),
      import('./grants/grants.ts'),
    ]);
    const { identity } = host;
    const agents = createAgents(settings, host, { ...parts, pagesUrl: identity.publicUrl });
    const { kept, planning } = agents;
    const { plans } = planning;
    const grants = identity.isPublished ? createGrants(settings, host) : null;
    return {
      grants,
      enter: createDoor({ agents, grants, listens: settings.host }),
      sendAnswer: (exchange: HttpExchange, id: string) =>
        sendAnswerFile({ ...host, kept }, exchange, id),
      answerPage: (exchange: HttpExchange, path: string) =>
        answerPlanPage({ ...host, plans, grants }, exchange, path),
    };
  };
  let loaded: ReturnType<typeof load> | null = null;
  return async (exchange, path) => {
    if (agentRoute(path) === null) return false;
    const isGrant = grantPath(path) !== null;
    if (isGrant && !host.identity.isPublished) return false;
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

import type { CreateRooms } from '../src/gateway/rooms.ts';
import { agentRoute, createAgentRoutes } from './agent-routes.ts';
import type { AddToServer } from './agents.ts';
import { toolDocumentsOf } from './documents/tool-documents.ts';
import { checkRedirects } from './grants/redirect.ts';

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

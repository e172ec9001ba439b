import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGatewayRuntime } from '@graphql-hive/gateway-runtime';

/**
 * Hive Gateway over a supergraph. It has a key of its own for the ads graph, and passes the session
 * of each request only to that.
 */
const serve = async (supergraph: string): Promise<string> => {
  const gateway = createGatewayRuntime({
    supergraph,
    logging: 'error',
    propagateHeaders: {
      fromClientToSubgraphs: ({ request, subgraphName }) => {
        if (subgraphName !== 'ads') return {};
        const authorization = request.headers.get('authorization');
        return {
          'x-api-key': process.env['ADS_ROUTER_KEY'] ?? '',
          ...(authorization !== null && { authorization }),
        };
      },
    },
  });
  const server = createServer(gateway);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
};

process.once('message', async (supergraph: string) => process.send?.(await serve(supergraph)));

import { ApolloGateway, RemoteGraphQLDataSource } from '@apollo/gateway';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';

interface Asker {
  readonly authorization?: string;
}

/**
 * Apollo's gateway over a supergraph. It has a key of its own for the ads graph, passes the session
 * of each request only to that, and sends persisted queries.
 */
const serve = async (supergraphSdl: string): Promise<string> => {
  const gateway = new ApolloGateway({
    supergraphSdl,
    buildService: ({ name, url = '' }) =>
      new RemoteGraphQLDataSource<Asker>({
        url,
        apq: true,
        willSendRequest: ({ request, context: { authorization } }) => {
          if (name !== 'ads') return;
          request.http?.headers.set('x-api-key', process.env['ADS_ROUTER_KEY'] ?? '');
          if (authorization !== undefined) {
            request.http?.headers.set('authorization', authorization);
          }
        },
      }),
  });
  const server = new ApolloServer<Asker>({ gateway });
  const { url } = await startStandaloneServer(server, {
    listen: { port: 0, host: '127.0.0.1' },
    context: async ({ req: { headers } }) => headers,
  });
  return url;
};

process.once('message', async (supergraph: string) => process.send?.(await serve(supergraph)));

import { ResourceNotFoundError, type Server } from '@modelcontextprotocol/server';
import type { Agents } from '../agents.ts';
import { typeText } from '../tools/schema-texts.ts';
import { limitsText } from './limits-text.ts';

const limitsUri = 'ads://limits';
const schemaUri = /^ads:\/\/schema\/(\w{1,100})$/;

/** What a host may read without a tool: types of the schema, and limits. */
export const serveResources = (server: Server, { schema, settings }: Agents): void => {
  server.setRequestHandler('resources/list', () => ({
    resources: [
      {
        uri: limitsUri,
        name: 'limits',
        title: 'Limits',
        description: 'The limits of this gateway and of the API, a line each.',
        mimeType: 'text/plain',
      },
    ],
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      {
        uriTemplate: 'ads://schema/{type}',
        name: 'schema',
        title: 'Type of the schema',
        description:
          'A type of the GraphQL schema with its members, such as ads://schema/Campaign.',
        mimeType: 'text/plain',
      },
    ],
  }));
  const textOf = (uri: string): string | null => {
    if (uri === limitsUri) return limitsText(settings);
    const [, name = ''] = schemaUri.exec(uri) ?? [];
    const type = schema.getType(name);
    return type === undefined ? null : typeText(type);
  };
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const text = textOf(uri);
    if (text === null) throw new ResourceNotFoundError(uri);
    return { contents: [{ uri, mimeType: 'text/plain', text }] };
  });
};

import type { GetPromptResult, Server } from '@modelcontextprotocol/server';
import {
  inputRequired,
  inputResponse,
  ProtocolError,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import { fixtureTools, form, pixel } from './conformance-tools.ts';

const said = (text: string) => ({ role: 'user', content: { type: 'text', text } }) as const;

const prompts: Readonly<
  Record<string, (given: Readonly<Record<string, string>>) => GetPromptResult['messages']>
> = {
  test_simple_prompt: () => [said('This is a simple prompt for testing.')],
  test_prompt_with_arguments: ({ arg1, arg2 }) => [
    said(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`),
  ],
  test_prompt_with_embedded_resource: ({ resourceUri: uri = '' }) => [
    {
      role: 'user',
      content: {
        type: 'resource',
        resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
      },
    },
    said('Please process the embedded resource above.'),
  ],
  test_prompt_with_image: () => [
    { role: 'user', content: { type: 'image', data: pixel, mimeType: 'image/png' } },
    said('Please analyze the image above.'),
  ],
  test_input_required_result_prompt: () => [said('The context is known.')],
};

const contentsOf = (uri: string) => {
  const [, id] = /^test:\/\/template\/(\w+)\/data$/.exec(uri) ?? [];
  if (id !== undefined) {
    const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { uri, mimeType: 'application/json', text };
  }
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: pixel };
  if (uri !== 'test://static-text') throw new ResourceNotFoundError(uri);
  const text = 'This is the content of the static text resource.';
  return { uri, mimeType: 'text/plain', text };
};

const addTools = (server: Server): void => {
  const names = Object.keys(fixtureTools).toSorted();
  server.setRequestHandler('tools/list', () => ({
    tools: names.map((name) => ({ name, description: name, inputSchema: { type: 'object' } })),
  }));
  server.setRequestHandler('tools/call', ({ params: { name } }, { mcpReq }) => {
    const tool = fixtureTools[name];
    if (tool === undefined) throw new ProtocolError(-32602, `There is no tool ${name}`);
    return tool(mcpReq);
  });
};

const addPrompts = (server: Server): void => {
  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.keys(prompts).map((name) => ({ name, description: name })),
  }));
  server.setRequestHandler('prompts/get', ({ params }, { mcpReq }) => {
    const { name, arguments: given = {} } = params;
    const prompt = prompts[name];
    if (prompt === undefined) throw new ProtocolError(-32602, `There is no prompt ${name}`);
    const isAsked = inputResponse(mcpReq.inputResponses, 'user_context').kind !== 'missing';
    if (name !== 'test_input_required_result_prompt' || isAsked) {
      return { messages: prompt(given) };
    }
    const question = form('What context should the prompt use?', 'context');
    return inputRequired({ inputRequests: { user_context: question } });
  });
};

const addResources = (server: Server): void => {
  server.setRequestHandler('resources/list', () => ({
    resources: ['test://static-text', 'test://static-binary'].map((uri) => ({
      uri,
      name: uri,
      description: uri,
    })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template' }],
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => ({
    contents: [contentsOf(uri)],
  }));
};

/**
 * Replaces the gateway's tools, prompts and resources by those that the conformance suite calls.
 */
export const addFixtures = (server: Server): void => {
  server.registerCapabilities({ completions: {}, logging: {} });
  server.setRequestHandler('completion/complete', () => ({ completion: { values: [] } }));
  addTools(server);
  addPrompts(server);
  addResources(server);
};

import { setTimeout as pause } from 'node:timers/promises';
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  type ServerContext,
} from '@modelcontextprotocol/server';

/** A tool that the conformance suite calls. */
type FixtureTool = (
  context: ServerContext['mcpReq'],
) => CallToolResult | Promise<CallToolResult | InputRequiredResult> | InputRequiredResult;

/** A picture of one pixel, as base64. */
export const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const silence = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const text = (said: string) => ({ type: 'text', text: said }) as const;
const told = (said: string): CallToolResult => ({ content: [text(said)] });
const image = { type: 'image', data: pixel, mimeType: 'image/png' } as const;
const embedded = (uri: string, mimeType: string, content: string) =>
  ({ type: 'resource', resource: { uri, mimeType, text: content } }) as const;

const states = createRequestStateCodec<string>({ key: 'k'.repeat(32) });

/** The form that asks for one text. */
export const form = (message: string, name: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: { [name]: { type: 'string' } },
      required: [name],
    },
  });

const confirmation = inputRequired.elicit({
  message: 'Please confirm',
  requestedSchema: {
    type: 'object',
    properties: { ok: { type: 'boolean' } },
    required: ['ok'],
  },
});

const sampling = (content: string, maxTokens = 100) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: text(content) }], maxTokens });

const kindOf = ({ inputResponses }: ServerContext['mcpReq'], key: string): string =>
  inputResponse(inputResponses, key).kind;

const accepted = ({ inputResponses }: ServerContext['mcpReq'], key: string, name: string) => {
  const reply = inputResponse(inputResponses, key);
  const value = reply.kind === 'elicit' ? reply.content?.[name] : undefined;
  return value === undefined ? null : String(value);
};

/** The state that a client returns; null for none. Rejects a state that was changed. */
const stateIn = async ({ requestState }: ServerContext['mcpReq']): Promise<string | null> => {
  const state = requestState<string>();
  if (state === undefined) return null;
  return states.verify(state, {} as ServerContext).catch(() => {
    throw new ProtocolError(-32602, 'This state was changed.');
  });
};

const confirmed: FixtureTool = async (context) =>
  (await stateIn(context)) === 'confirm'
    ? told('state-ok')
    : inputRequired({
        inputRequests: { confirm: confirmation },
        requestState: await states.mint('confirm'),
      });

const inSteps: FixtureTool = async (context) => {
  const state = await stateIn(context);
  if (state === 'two') return told('All is known.');
  const [step, question, name, next] =
    state === 'one'
      ? (['step2', 'Step 2: What is your favorite color?', 'color', 'two'] as const)
      : (['step1', 'Step 1: What is your name?', 'name', 'one'] as const);
  return inputRequired({
    inputRequests: { [step]: form(question, name) },
    requestState: await states.mint(next),
  });
};

const withProgress: FixtureTool = async ({ _meta, notify }) => {
  for (const progress of [0, 50, 100]) {
    const progressToken = _meta?.progressToken;
    if (progressToken !== undefined) {
      const params = { progressToken, progress, total: 100 };
      await notify({ method: 'notifications/progress', params });
    }
    await pause(5);
  }
  return told('Done');
};

const withLog: FixtureTool = async ({ log }) => {
  const lines = ['Tool execution started', 'Tool processing data', 'Tool execution completed'];
  for (const line of lines) {
    await log('info', line);
    await pause(5);
  }
  return told('Done');
};

const capabilitiesOf = ({ envelope }: ServerContext['mcpReq']): ClientCapabilities => {
  const members: Readonly<Record<string, unknown>> = envelope ?? {};
  return (members[CLIENT_CAPABILITIES_META_KEY] ?? {}) as ClientCapabilities;
};

/** The tools that the suite calls, by name. */
export const fixtureTools: Readonly<Record<string, FixtureTool>> = {
  test_simple_text: () => told('This is a simple text response for testing.'),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({
    content: [{ type: 'audio', data: silence, mimeType: 'audio/wav' }],
  }),
  test_embedded_resource: () => ({
    content: [
      embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
    ],
  }),
  test_multiple_content_types: () => ({
    content: [
      text('Multiple content types test:'),
      image,
      embedded('test://mixed', 'application/json', '{"test":"data","value":123}'),
    ],
  }),
  test_error_handling: () => ({
    isError: true,
    ...told('This tool intentionally returns an error for testing'),
  }),
  test_tool_with_progress: withProgress,
  test_tool_with_logging: withLog,
  test_logging_tool: withLog,
  test_missing_capability: (context) => {
    if (capabilitiesOf(context).sampling !== undefined) return told('Done');
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
  },
  test_streaming_elicitation: async (context) => {
    await withProgress(context);
    return inputRequired({ inputRequests: { user_name: form('What is your name?', 'name') } });
  },
  test_input_required_result_elicitation: (context) => {
    const name = accepted(context, 'user_name', 'name');
    return name === null
      ? inputRequired({ inputRequests: { user_name: form('What is your name?', 'name') } })
      : told(`Hello, ${name}!`);
  },
  test_input_required_result_sampling: (context) =>
    kindOf(context, 'capital_question') === 'missing'
      ? inputRequired({
          inputRequests: { capital_question: sampling('What is the capital of France?') },
        })
      : told(JSON.stringify(context.inputResponses)),
  test_input_required_result_list_roots: (context) =>
    kindOf(context, 'client_roots') === 'missing'
      ? inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
      : told(JSON.stringify(context.inputResponses)),
  test_input_required_result_request_state: confirmed,
  test_input_required_result_tampered_state: confirmed,
  test_input_required_result_multiple_inputs: async (context) =>
    (await stateIn(context)) === 'many'
      ? told('All is known.')
      : inputRequired({
          inputRequests: {
            user_name: form('What is your name?', 'name'),
            greeting: sampling('Generate a greeting', 50),
            client_roots: inputRequired.listRoots(),
          },
          requestState: await states.mint('many'),
        }),
  test_input_required_result_multi_round: inSteps,
  test_input_required_result_capabilities: (context) => {
    const { sampling: samples, elicitation } = capabilitiesOf(context);
    return inputRequired({
      inputRequests: {
        ...(samples !== undefined && { answer: sampling('What is the capital of France?') }),
        ...(elicitation !== undefined && { name: form('What is your name?', 'name') }),
      },
    });
  },
};

import { execute, GraphQLError, type ValidationRule } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { afterEach, describe, expect, test } from 'vitest';
import type { GatewayPlugin } from '../../src/index.ts';
import { createLog } from '../../src/telemetry/log.ts';
import { bikes } from '../support/accounts.ts';
import { callTool } from '../support/agents.ts';
import { useGateway } from '../support/gateway.ts';
import type { SentPart } from '../support/parts.ts';
import { partsIn } from '../support/parts.ts';

const stages = [
  'onRequest',
  'onRequestParse',
  'onParams',
  'onParse',
  'onValidate',
  'onContextBuilding',
  'onExecute',
  'onExecutionResult',
  'onResultProcess',
  'onResponse',
] as const;
type Stage = (typeof stages)[number];
const ofGraphql = stages.slice(2, 8);

/** The plugin of a test, in place of the one that the gateway was started with. */
let current: Plugin = {};
const plugin = Object.fromEntries(
  stages.map((stage) => [stage, (payload: never) => current[stage]?.(payload)]),
) as Plugin;
// Programs may give any plugin of Yoga.
plugin satisfies GatewayPlugin;

const lines: string[] = [];
const origin = 'https://shop.example';
// One place: an operation that kept it would block all others.
const running = useGateway({
  env: { ALLOWED_ORIGINS: origin, LIMIT_IN_FLIGHT: '1', LIMIT_WAITING: '0' },
  parts: { plugins: [plugin], log: createLog('info', { write: (line) => void lines.push(line) }) },
});
afterEach(() => {
  current = {};
  lines.length = 0;
  running.emulator.reset();
});

const query = `{ account(id: "${bikes}") { name } }`;
const plain = { account: { name: 'Nordlicht Bikes' } };
const deferred = `{ account(id: "${bikes}") {
  name campaigns(first: 2) { nodes { name ...Slow @defer } }
} }
fragment Slow on Campaign { lineItems(first: 2) { nodes { name } } }`;

const post = (text: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(running.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query: text }),
  });

const partsOf = async (text: string) => {
  const accept = 'multipart/mixed;deferSpec=20220824,application/json';
  const parts: SentPart[] = [];
  for await (const part of partsIn(await post(text, { accept }))) parts.push(part);
  return parts;
};

/** A plugin that records the stages in which it is called. */
const recording = (seen: Stage[]): Plugin =>
  Object.fromEntries(stages.map((stage) => [stage, () => void seen.push(stage)])) as Plugin;

const refusalOf = (message: string) =>
  new GraphQLError(message, { extensions: { code: 'FORBIDDEN', http: { status: 403 } } });

describe('a plugin sees each stage', () => {
  const asked: Readonly<Record<string, () => Promise<unknown>>> = {
    'of a POST': () => running.ask(query),
    'of a GET': () => fetch(`${running.url}?query=${encodeURIComponent(query)}`),
    'of a page of an allowed origin': () => post(query, { origin }),
    'of an answer in parts': () => partsOf(deferred),
  };
  test.each(Object.entries(asked))('%s', async (_name, ask) => {
    const seen: Stage[] = [];
    current = recording(seen);
    await ask();
    expect(seen).toEqual(stages);
  });

  test('of GraphQL in the call of a tool', async () => {
    const seen: Stage[] = [];
    current = recording(seen);
    const { members } = await callTool(running, 'ads_query', { document: query });
    expect(members.data).toEqual(plain);
    expect(seen).toEqual(ofGraphql);
  });

  test('with the parameters as they were sent', async () => {
    const seen: unknown[] = [];
    current = { onParams: ({ params }) => void seen.push(params) };
    await fetch(running.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, operationName: null, extensions: { client: 'shop' } }),
    });
    expect(seen).toEqual([{ query, variables: {}, extensions: { client: 'shop' } }]);
  });
});

describe('a plugin may', () => {
  test.each(ofGraphql.filter((stage) => stage !== 'onExecutionResult'))(
    'refuse a request in %s, before any call',
    async (stage) => {
      current = {
        [stage]: () => {
          throw refusalOf('Not today.');
        },
      };
      const { status, errors, calls } = await running.ask(query);
      expect(status).toBe(403);
      expect(errors).toEqual([{ message: 'Not today.', extensions: { code: 'FORBIDDEN' } }]);
      expect(calls).toEqual([]);
      const refused = await callTool(running, 'ads_query', { document: query });
      expect(refused).toMatchObject({ isError: true, calls: [] });
      expect(refused.text).toContain('Not today.');
    },
  );

  test('refuse a request with only a code, or without one', async () => {
    for (const extensions of [{ code: 'FORBIDDEN' }, {}]) {
      current = {
        onParams: () => {
          throw new GraphQLError('No.', { extensions });
        },
      };
      const { status, errors } = await running.ask(query);
      const code = extensions.code ?? 'BAD_REQUEST';
      expect({ status, errors }).toEqual({
        status: 400,
        errors: [{ message: 'No.', extensions: { code } }],
      });
    }
  });

  test('answer a request itself', async () => {
    current = {
      onRequest: ({ endResponse, fetchAPI }) =>
        endResponse(new fetchAPI.Response('busy', { status: 418 })),
    };
    const response = await post(query);
    expect([response.status, await response.text()]).toEqual([418, 'busy']);
  });

  test('extend the context', async () => {
    const seen: unknown[] = [];
    const more: object = { tenant: 'shop' };
    current = {
      onContextBuilding: ({ extendContext }) => extendContext(more),
      onExecute: ({ args }) => void seen.push(Reflect.get(args.contextValue, 'tenant')),
    };
    expect((await running.ask(query)).data).toEqual(plain);
    expect(seen).toEqual(['shop']);
  });

  test('add a validation rule, even to a document that was planned before', async () => {
    await running.ask(query);
    const noNames: ValidationRule = (context) => ({
      Field: (node) => {
        if (node.name.value === 'name') context.reportError(new GraphQLError('No names.'));
      },
    });
    current = { onValidate: ({ addValidationRule }) => addValidationRule(noNames) };
    const { status, errors, calls } = await running.ask(query);
    expect([status, calls]).toEqual([400, []]);
    expect(errors).toEqual([
      { message: 'No names.', extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
    ]);
  });

  test.each(['onExecute', 'onExecutionResult'] as const)(
    'replace a result in %s by a copy of it',
    async (stage) => {
      const changed = (payload: {
        readonly result: unknown;
        readonly setResult: (result: never) => void;
      }) => {
        const { data, ...rest } = payload.result as { readonly data: object };
        const extensions = { seen: [9_007_199_254_740_991, 'ü'] };
        payload.setResult({ ...rest, data: { ...data, more: null }, extensions } as never);
      };
      current =
        stage === 'onExecute'
          ? { onExecute: () => ({ onExecuteDone: changed }) }
          : { onExecutionResult: changed };
      const { data, extensions, calls } = await running.ask(query);
      expect(data).toEqual({ ...plain, more: null });
      expect(extensions).toEqual({ seen: [9_007_199_254_740_991, 'ü'] });
      expect(calls).toHaveLength(1);
    },
  );

  test('change a result by setting a member of it', async () => {
    current = {
      onExecutionResult: ({ result }) =>
        void Object.assign(result as object, { extensions: { a: 1 } }),
    };
    const { data, extensions } = await running.ask(query);
    expect({ data, extensions }).toEqual({ data: plain, extensions: { a: 1 } });
  });

  test('give a result a status and headers', async () => {
    const http = { status: 203, headers: { 'x-shop': 'a' } };
    current = {
      onExecutionResult: ({ result }) =>
        void Object.assign(result as object, { extensions: { http } }),
    };
    const { status, headers, data, extensions } = await running.ask(query);
    expect([status, headers.get('x-shop')]).toEqual([203, 'a']);
    expect([data, extensions]).toEqual([plain, undefined]);
  });

  test('set headers of a response, even one that the gateway has set', async () => {
    current = {
      onResponse: ({ response: { headers } }) => {
        headers.set('cache-control', 'private');
        headers.append('set-cookie', 'a=1');
        headers.append('set-cookie', 'b=2');
      },
    };
    const { headers, data } = await running.ask(query);
    expect(data).toEqual(plain);
    expect(headers.get('cache-control')).toBe('private');
    expect(headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  test('change the first of several parts; the others follow', async () => {
    const [before] = await partsOf(deferred);
    current = {
      onExecutionResult: ({ result, setResult }) =>
        setResult({ ...(result as object), extensions: { a: 1 } }),
    };
    const [first, ...others] = await partsOf(deferred);
    expect(first).toEqual({ ...before, extensions: { a: 1 } });
    expect(others.at(-1)).toMatchObject({ hasNext: false });
  });

  test('execute with graphql-js', async () => {
    const text = `{ account(id: "${bikes}") { name campaigns(first: 3) { nodes { name } } } missing: account(id: "18ce54aaaaa") { name } }`;
    const ours = await running.ask(text);
    current = { onExecute: ({ setExecuteFn }) => setExecuteFn(execute) };
    const { data, errors, calls } = await running.ask(text);
    expect(data).toEqual(ours.data);
    expect(errors).toEqual(ours.errors);
    expect(calls).toHaveLength(ours.calls.length);
  });

  test('execute with graphql-js, whose errors of fields have codes too', async () => {
    const refuse = () =>
      running.emulator.fault({
        match: { endpoint: 'listCampaigns' },
        fault: { kind: 'answer', status: 403 },
      });
    const text = `{ account(id: "${bikes}") { campaigns(first: 3) { nodes { name } } } }`;
    refuse();
    const ours = await running.ask(text);
    expect(ours.errors).toHaveLength(1);
    running.emulator.reset();
    refuse();
    current = { onExecute: ({ setExecuteFn }) => setExecuteFn(execute) };
    const theirs = await running.ask(text);
    expect(theirs.errors).toEqual(ours.errors);
  });
});

describe('a plugin that fails', () => {
  const failures: Readonly<Record<string, () => never>> = {
    'throws an error': () => {
      throw new TypeError('hidden detail');
    },
    'throws a text': () => {
      throw 'hidden detail';
    },
    'throws an aborted fetch': () => {
      throw new DOMException('hidden detail', 'AbortError');
    },
    'throws nothing': () => {
      throw undefined;
    },
  };
  const masked = {
    message: 'Internal error in the gateway. Its log has the cause under this request id.',
    extensions: { code: 'INTERNAL_SERVER_ERROR' },
  };
  const failed = () =>
    lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'failed inside');

  describe.each(Object.entries(failures))('because it %s', (_why, fail) => {
    test.each(stages)('in %s is an internal error of that request alone', async (stage) => {
      current = { [stage]: fail };
      const headers = { 'x-request-id': `failed.${stage}` };
      const { status, errors, data } = await running.ask(query, {}, { headers });
      expect({ status, errors, data }).toEqual({ status: 500, errors: [masked], data: undefined });
      current = {};
      expect((await running.ask(query)).data).toEqual(plain);
      await expect.poll(failed).toHaveLength(1);
      expect(failed()[0]).toMatchObject({ id: `failed.${stage}` });
    });
  });

  test.each(ofGraphql)('in %s fails the tool that was called', async (stage) => {
    current = {
      [stage]: () => {
        throw new TypeError('hidden detail');
      },
    };
    const { isError, text } = await callTool(running, 'ads_query', { document: query });
    expect(isError).toBe(true);
    expect(text).not.toContain('hidden');
    current = {};
    const { members } = await callTool(running, 'ads_query', { document: query });
    expect(members.data).toEqual(plain);
    await expect.poll(failed).toHaveLength(1);
  });

  const wrong: Readonly<Record<string, () => unknown>> = {
    'a stream of results': async function* () {
      yield { data: plain };
      throw new TypeError('hidden detail');
    },
    'a list of results': () => [{ data: plain }],
    'a result without anything': () => ({}),
  };
  test.each(Object.entries(wrong))('because it gives %s', async (_what, give) => {
    current = { onExecute: ({ setExecuteFn }) => setExecuteFn(give as typeof execute) };
    const { status, errors } = await running.ask(query);
    expect({ status, errors }).toEqual({ status: 500, errors: [masked] });
    const { isError } = await callTool(running, 'ads_query', { document: query });
    expect(isError).toBe(true);
    current = {};
    expect((await running.ask(query)).data).toEqual(plain);
    await expect.poll(failed).toHaveLength(2);
    expect(failed()[0].err.message).toMatch(/^A plugin gave /);
  });
});

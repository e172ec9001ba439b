import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerTo } from '../../bench/upstream/answers.ts';
import { documentOf, nodesStyle, relayStyle } from '../../bench/workload/documents.ts';
import { children, ids, queries } from '../../bench/workload/queries.ts';
import { createEmulator, type Emulator } from '../../emulator/server.ts';
import { listen } from '../../src/http/door/acceptors.ts';
import { schema } from '../../src/schema/index.ts';
import type { Client } from '../../src/upstream/client/client.ts';
import { bikes } from '../support/accounts.ts';
import { differenceOf } from '../support/comparison.ts';
import { type Case, everyCase } from '../support/every-case.ts';
import type { Outcome, Request } from '../support/executors.ts';
import { contextOver, ours, prepareOver, theirs } from '../support/executors.ts';
import { clientOf, scopeOf, viewer } from '../support/upstream.ts';

interface ExecutorAnswer {
  readonly outcome: Outcome;
  /** The endpoints that were called, in alphabetical order. */
  readonly calls: readonly string[];
}

const prepare = prepareOver(schema);

/** Answers a request with the executor of the gateway or with that of graphql-js. */
const answer = async (
  client: Client,
  request: Request,
  { executor, by = viewer }: { readonly executor: 'ours' | 'theirs'; readonly by?: typeof viewer },
): Promise<ExecutorAnswer> => {
  const ads = client.forRequest(scopeOf({ viewer: by, isTrusted: true }));
  const context = contextOver(ads);
  const outcome =
    executor === 'ours'
      ? await ours(prepare, request, context)
      : await theirs(schema, request, context);
  return { outcome, calls: ads.calls.map(({ endpoint }) => endpoint).sort() };
};

/** The answer without the ids that the API generates for each call. */
const comparable = ({ data, ...outcome }: Outcome): Outcome => ({
  ...outcome,
  data: data?.replace(/"debugId":"[^"]+"/g, '"debugId":null') ?? null,
});

const expectSame = (one: ExecutorAnswer, other: ExecutorAnswer): void => {
  expect(one.outcome.errors).toEqual([]);
  expect(one.outcome.data).not.toBeNull();
  expect(differenceOf(comparable(one.outcome), comparable(other.outcome))).toBeNull();
  expect(one.calls).toEqual(other.calls);
};

describe('execute of graphql-js has the same data and calls as the gateway', () => {
  let emulator: Emulator;
  let client: Client;
  const now = Date.now();

  beforeAll(async () => {
    emulator = await createEmulator({ rateWindows: false, strict: true, now: () => now });
    const { consumerKey: key, consumerSecret: secret } = emulator.credentials;
    const { url: ads, sandboxUrl: sandbox, platformUrl: platform } = emulator;
    client = clientOf(ads, { hosts: { ads, sandbox, platform }, consumer: { key, secret } });
  });
  afterAll(async () => {
    await client.close();
    await emulator.close();
  });

  test.each(Object.keys(everyCase) as (keyof typeof everyCase)[])('for %s', async (name) => {
    const { document: text, variables = {}, rows = {} }: Case = everyCase[name];
    const { accessToken, accessTokenSecret, userId } = emulator.credentials;
    const by = { ...viewer, token: accessToken, tokenSecret: accessTokenSecret, userId };
    const run = (executor: 'ours' | 'theirs'): Promise<ExecutorAnswer> => {
      emulator.reset({ data: true });
      for (const [entity, some] of Object.entries(rows)) {
        for (const row of some) emulator.store.insert(entity, bikes, row);
      }
      return answer(client, { text, variables }, { executor, by });
    };
    expectSame(await run('ours'), await run('theirs'));
  });
});

describe('execute of graphql-js has the same data and calls for the benchmark', () => {
  let client: Client;
  const server = createServer((request, response) => {
    const { status, body } = answerTo(request.url ?? '');
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });

  beforeAll(async () => {
    client = clientOf(await listen(server, 0, '127.0.0.1'));
  });
  afterAll(async () => {
    await client.close();
    server.close();
  });

  const styles = { nodes: nodesStyle, relay: relayStyle } as const;
  const all = [...queries, ...children, ...ids].flatMap((query) =>
    (['nodes', 'relay'] as const).map((style) => ({ ...query, style, query })),
  );

  test.each(all)('$name, $about, $style', async ({ query, style, calls }) => {
    const { account, ids: campaigns = [], first } = query.variants[0] ?? {};
    const globalIds = campaigns.map((id) => `Campaign:${account}:${id}`);
    const variables = { account, ids: globalIds, first };
    const request = { text: documentOf(query, styles[style]), variables };
    const one = await answer(client, request, { executor: 'ours' });
    expectSame(one, await answer(client, request, { executor: 'theirs' }));
    expect(one.calls).toHaveLength(calls);
  });
});

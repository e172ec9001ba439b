import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OwnGateway, openOwnGateway } from '../../src/index.ts';
import { big } from '../support/accounts.ts';
import { callTool } from '../support/agents.ts';
import { useGateway } from '../support/gateway.ts';

const sizes = [1, 4, 16, 64, 256, 1024, 2048, 4096, 8192];
const encodings = ['identity', 'gzip', 'br', 'zstd'];

const running = useGateway({ env: { MCP: 'read' } });
let own: OwnGateway;
beforeAll(async () => {
  own = await openOwnGateway(running.emulator.variables);
});
afterAll(() => own.close());

/** A query whose answer has about this many KiB: rows of 1 KiB, up to 1,000 in an alias. */
const queryOf = (size: number): string => {
  const count = Math.ceil(size / 1000);
  const first = Math.max(1, Math.round(size / count));
  const lists = Array.from(
    { length: count },
    (_, at) => `l${at}: campaigns(first: ${first}) { nodes { ...R } }`,
  );
  return `fragment R on Campaign { id name raw } { account(id: "${big}") { ${lists.join(' ')} } }`;
};

type Send = (body: string, encoding: string) => Promise<{ readonly text: () => Promise<string> }>;

const doors: Readonly<Record<string, Send>> = {
  HTTP: (body, encoding) =>
    fetch(running.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-encoding': encoding },
      body,
    }),
  'the port of commands': (body, encoding) =>
    own.fetch(own.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-encoding': encoding,
        'x-api-key': own.key,
      },
      body,
      signal: AbortSignal.timeout(20_000),
    }),
};

describe.each(Object.entries(doors))('answers through %s', (_, send) => {
  test.each(sizes)('of %i KiB arrive complete, several at once', async (size) => {
    const body = JSON.stringify({ query: queryOf(size) });
    const texts = await Promise.all(
      encodings.map(async (encoding) => (await send(body, encoding)).text()),
    );
    for (const text of texts) {
      expect(JSON.parse(text).errors).toBeUndefined();
      expect(text).toBe(texts[0]);
    }
  });
});

// A tool shows the first rows of one list, whose page has at most 1,000.
test.each([1, 16, 256, 1000])('a tool of agents reads an answer of %i KiB whole', async (size) => {
  const { members } = await callTool(running, 'ads_query', { document: queryOf(size) });
  expect(members.errors).toEqual([]);
  expect(members.page?.total ?? members.data.account.l0.nodes.length).toBe(size);
});

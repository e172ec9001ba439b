import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AdsGraphError } from '../../client/client.ts';
import { createClient } from '../../client/client.ts';
import type { Code } from '../../src/errors/codes.ts';
import { codes } from '../../src/errors/codes.ts';

const frontEnd = readFileSync(new URL('../../docs/front-end.md', import.meta.url), 'utf8');
const codesIn = (row: RegExp): readonly string[] =>
  [...(row.exec(frontEnd)?.[1] ?? '').matchAll(/`([A-Z_]+)`/g)].flatMap(([, code = '']) => code);
const doubtful = codesIn(/\n\| an error in place of the payload(.*)\n/);
const passing = codesIn(/\n\| (.*) \| wait, for `retryAfterSeconds`/);
const allCodes = Object.keys(codes) as readonly Code[];

const document =
  'mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { outcome } }';
const variables = { input: { accountId: '18ce54bik3s', name: 'Spring' } };

/** A response with an error in place of the payload. */
const refusal = (code: Code): Response => {
  const { status } = codes[code];
  const errors = [{ message: code, extensions: { code } }];
  const body = status === 200 ? { data: { createCampaign: null }, errors } : { errors };
  const headers = { 'content-type': 'application/graphql-response+json' };
  return new Response(JSON.stringify(body), { status, headers });
};
const lost = (): Response => {
  throw new TypeError('fetch failed');
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A page with one write, and the keys that it keeps and sends. */
const newPage = () => {
  const kept = new Map<string, string>();
  const sent: string[] = [];
  /**
   * Writes while the gateway responds like this, without waiting. Returns the error of the write.
   */
  const write = async (respond: () => Response): Promise<AdsGraphError> => {
    const client = createClient({
      url: 'http://gateway.example/graphql',
      keys: kept,
      fetch: async (_, { body }) => {
        sent.push(JSON.parse(body).variables.input.idempotencyKey);
        return respond();
      },
    });
    let failure: AdsGraphError | null = null;
    client.write(document, variables).catch((error: AdsGraphError) => {
      failure = error;
    });
    while (failure === null) {
      await vi.advanceTimersByTimeAsync(1000);
      await new Promise(setImmediate);
    }
    return failure;
  };
  return { kept, sent, write };
};

test('the documentation names codes of both kinds', () => {
  expect(doubtful.length).toBeGreaterThan(2);
  expect(passing.length).toBeGreaterThan(8);
  expect(allCodes).toEqual(expect.arrayContaining([...doubtful, ...passing]));
});

describe('a write that is refused with a code', () => {
  test.each(allCodes)('keeps its key only if that is not final: %s', async (code) => {
    const page = newPage();
    const failure = await page.write(() => refusal(code));
    const isOpen = doubtful.includes(code);
    expect(failure).toMatchObject({ code, outcome: isOpen ? 'UNKNOWN' : 'NOT_APPLIED' });
    expect(page.kept.size).toBe(isOpen ? 1 : 0);
    // A passing failure is retried: five requests, all with the same key.
    expect(page.sent).toHaveLength(passing.includes(code) ? 5 : 1);
    expect(new Set(page.sent).size).toBe(1);
    await page.write(() => refusal(code));
    expect(new Set(page.sent).size).toBe(isOpen ? 1 : 2);
  });

  test.each(allCodes)('stays open with its key after a lost response: %s', async (code) => {
    const page = newPage();
    await page.write(lost);
    expect(page.sent).toHaveLength(5);
    const failure = await page.write(() => refusal(code));
    expect(failure).toMatchObject({ code, outcome: 'UNKNOWN' });
    expect(page.sent).toHaveLength(5 + (passing.includes(code) ? 5 : 1));
    expect(new Set(page.sent).size).toBe(1);
    expect(page.kept.size).toBe(1);
  });
});

test.each([
  ['a page of a proxy', () => new Response('<h1>Bad Gateway</h1>', { status: 502 })],
  ['errors without a code', () => Response.json({ errors: [{ message: 'Bad' }] }, { status: 502 })],
  ['nothing', () => Response.json({})],
])('a write that is answered with %s keeps its key', async (_, respond) => {
  const page = newPage();
  expect(await page.write(respond)).toMatchObject({ outcome: 'UNKNOWN' });
  expect(page.kept.size).toBe(1);
  expect(new Set(page.sent).size).toBe(1);
});

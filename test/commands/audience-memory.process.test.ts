import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, expect, test } from 'vitest';
import { peakOf, slackMb } from '../support/peak-memory.ts';
import { patience, runs } from '../support/sampling.ts';

const folder = mkdtempSync(join(tmpdir(), 'ads-graph-audience-memory-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface SentRequest {
  readonly variables: {
    readonly input: { readonly operations: readonly { readonly update: { readonly users: [] } }[] };
  };
}

/** A graph that applies whatever it receives. */
const startGraph = async () => {
  let people = 0;
  const server = createServer(async (req, res) => {
    const { variables } = (await json(req)) as SentRequest;
    const count = variables.input.operations[0]?.update.users.length ?? 0;
    people += count;
    const payload = { outcome: 'APPLIED', successCount: count, totalCount: count, errors: [] };
    const answer = JSON.stringify({ data: { updateCustomAudienceUsers: payload } });
    res.setHeader('content-type', 'application/json').end(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return { url, people: () => people, close: () => void server.close() };
};

/** The most memory of an upload of this many people, in MB. */
const peakOfUpload = async (count: number): Promise<number> => {
  const graph = await startGraph();
  const file = join(folder, 'people.csv');
  function* lines() {
    yield 'email,phone_number\n';
    for (let at = 0; at < count; at += 1)
      yield `person.${at}@example.com,+49 30 ${String(at).padStart(8, '1')}\n`;
  }
  await pipeline(Readable.from(lines()), createWriteStream(file));
  const where = ['--account', 'a1', '--audience', 'b1', '--file', file];
  const options = ['--url', graph.url, '--state', join(folder, `state-${count}`), '--quiet'];
  const { code, out, peak } = await peakOf(['audience', 'upload', ...where, ...options]);
  graph.close();
  expect([code, JSON.parse(out).applied, graph.people()]).toEqual([0, count, count]);
  return peak;
};

test(
  'the memory of an upload does not grow with its people',
  async () => {
    const many = runs(60_000, 1_000_000);
    const few = await peakOfUpload(10_000);
    const peak = await peakOfUpload(many);
    console.info(`10,000 people: ${few} MB; ${many} people: ${peak} MB`);
    expect(peak).toBeLessThan(few + slackMb);
  },
  patience,
);

import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { campaignsQuery, envBefore, startCampaignPages } from '../support/campaign-pages.ts';
import { connectTo, isWhole, postOf } from '../support/raw-client.ts';
import type { RawServer } from '../support/raw-server.ts';
import { patience, runs } from '../support/sampling.ts';
import { spawnBefore } from '../support/spawned-gateway.ts';

let api: RawServer;
beforeAll(async () => {
  api = await startCampaignPages(1000);
});
afterAll(() => api.close());

/**
 * The answers on a connection: each call returns the next whole one, or null if the connection ends
 * before.
 */
const answersOf = (socket: Socket): (() => Promise<string | null>) => {
  const ended = new Promise<null>((resolve) => socket.once('close', () => resolve(null)));
  return async () => {
    let got = Buffer.alloc(0);
    while (!isWhole(got)) {
      const arrived = new Promise<Buffer>((resolve) => socket.once('data', resolve));
      const chunk = await Promise.race([arrived, ended]);
      if (chunk === null) return null;
      got = Buffer.concat([got, chunk]);
    }
    return got.toString();
  };
};

/**
 * Sends requests on one connection until it learns that the gateway stops. Returns their number,
 * and whether an answer was lost.
 */
const askUntilStopped = async (url: string, query: string) => {
  const socket = await connectTo(url);
  const nextAnswer = answersOf(socket);
  const ends = { answered: 0, lost: 0, told: 0 };
  for (;;) {
    socket.write(postOf(url, query));
    const answer = await nextAnswer();
    if (answer === null) ends.lost += 1;
    else if (answer.includes('"SHUTTING_DOWN"')) ends.told += 1;
    else ends.answered += 1;
    const isLast = answer === null || /\r\nconnection: close\r\n/i.test(answer);
    if (isLast || ends.told > 0) {
      // An answer that announces the stop also announces the end of its connection.
      expect(isLast).toBe(true);
      socket.destroy();
      return ends;
    }
  }
};

test('stops under load lose no answer and reset no kept connection', {
  timeout: patience,
}, async () => {
  const stops = runs(2, 100);
  let answered = 0;
  for (let stop = 0; stop < stops; stop += 1) {
    const gateway = await spawnBefore(envBefore(api));
    const queries = ['{ __typename }', campaignsQuery(5), campaignsQuery(1000)];
    const asking = Array.from({ length: 24 }, (_, index) =>
      askUntilStopped(gateway.url, queries[index % queries.length] ?? ''),
    );
    const before = api.requests.length;
    while (api.requests.length < before + 30 + stop) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(await gateway.stop('SIGTERM')).toBe(0);
    const ends = await Promise.all(asking);
    expect(ends.filter(({ lost }) => lost > 0)).toEqual([]);
    answered += ends.reduce((sum, end) => sum + end.answered, 0);
  }
  console.info(`${stops} stops under load: ${answered} answers, none lost`);
});

test('a running answer arrives complete, however slowly it is read', async () => {
  const gateway = await spawnBefore(envBefore(api));
  const aliases = Array.from({ length: 50 }, (_, index) => `a${index}: raw`).join(' ');
  const socket = await connectTo(gateway.url);
  socket.write(
    postOf(
      gateway.url,
      `{ account(id: "18ce54bik3s") { campaigns(first: 1000) { nodes { ${aliases} } } } }`,
    ),
  );
  const [first] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  const chunks = [first];
  const stopping = gateway.stop('SIGTERM');
  await new Promise((resolve) => setTimeout(resolve, 1000));
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const answer = Buffer.concat(chunks);
  expect(answer.length).toBeGreaterThan(10_000_000);
  expect(isWhole(answer)).toBe(true);
  expect(await stopping).toBe(0);
});

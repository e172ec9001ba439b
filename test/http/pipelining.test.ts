import { afterEach, expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';
import { times } from '../support/hostile-documents.ts';
import { connectTo, lengthOf, postOf, restOf } from '../support/raw-client.ts';

const running = useGateway();
afterEach(() => running.emulator.reset());

const settled = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 100));

test('two requests of a connection are processed at once, and others are answered in turn', async () => {
  const { url, emulator } = running;
  const fault = { kind: 'delay', delayMs: 400 } as const;
  emulator.fault({ match: { endpoint: 'listCampaigns' }, times: 2, fault });
  const queries = Array.from(
    { length: 6 },
    (_, at) => `{ account(id: "${bikes}") { campaigns(first: 1) { nodes { a${at}: id } } } }`,
  );
  const sent = queries.map((query, at) =>
    postOf(url, query, at === 5 ? { connection: 'close' } : {}),
  );
  const socket = await connectTo(url);
  const answers = restOf(socket);
  socket.write(sent.slice(0, 4).join(''));
  while (emulator.calls().length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  socket.write(sent.slice(4).join(''));
  await settled();
  expect(emulator.calls()).toHaveLength(2);
  const found = String(await answers).match(/"a\d"/g);
  expect(found).toEqual(['"a0"', '"a1"', '"a2"', '"a3"', '"a4"', '"a5"']);
  expect(emulator.calls()).toHaveLength(6);
});

test('bodies that arrive in pieces after others are read in turn', async () => {
  const { url, emulator } = running;
  emulator.fault({ match: { endpoint: 'listCampaigns' }, fault: { kind: 'delay', delayMs: 200 } });
  const slow = postOf(url, `{ account(id: "${bikes}") { campaigns { nodes { id } } } }`);
  const long = `{ viewer { signedIn } } #${'x'.repeat(60_000)}`;
  const all = slow + times(3, (at) => postOf(url, `${long}${at}`), '');
  const socket = await connectTo(url);
  const answers = restOf(socket);
  socket.write(all.slice(0, 30_000));
  await settled();
  socket.write(all.slice(30_000, 150_000));
  await settled();
  socket.write(all.slice(150_000) + postOf(url, '{ __typename }', { connection: 'close' }));
  expect(String(await answers).match(/"signedIn"|"__typename"/g)).toHaveLength(4);
});

test('a client that leaves takes its waiting requests along', async () => {
  const { url, emulator, ask } = running;
  emulator.fault({ match: {}, times: 2, fault: { kind: 'delay', delayMs: 200 } });
  const rows = `{ account(id: "${bikes}") { campaigns { nodes { id } } } }`;
  const socket = await connectTo(url);
  socket.write(times(6, () => postOf(url, rows), ''));
  while (emulator.calls().length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  socket.destroy();
  await settled();
  expect(emulator.calls()).toHaveLength(2);
  expect((await ask(rows)).errors).toBeUndefined();
});

test('a connection with more than 128 waiting requests is cut', async () => {
  const { url, emulator } = running;
  const fault = { kind: 'delay', delayMs: 500 } as const;
  emulator.fault({ match: {}, times: 2, fault });
  const rows = `{ account(id: "${bikes}") { campaigns { nodes { id } } } }`;
  const get = `GET /nothing HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`;
  const many = (count: number) => postOf(url, rows) + postOf(url, rows) + get.repeat(count);
  expect(await lengthOf(await connectTo(url), many(129))).toBe(0);
  const close = postOf(url, '{ __typename }', { connection: 'close' });
  const answers = await restOf(await writing(many(127) + close));
  expect(String(answers).match(/HTTP\/1.1 404/g)).toHaveLength(127);
  expect(String(answers)).toContain('"__typename":"Query"');
});

const writing = async (text: string) => {
  const socket = await connectTo(running.url);
  socket.write(text);
  return socket;
};

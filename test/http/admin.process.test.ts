import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { hostname } from 'node:os';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectTo, restOf } from '../support/raw-client.ts';
import { startGatewayBefore } from '../support/storm.ts';

const reachable = { ADMIN_HOST: '0.0.0.0', ADMIN_PORT: '0' };
let running: Awaited<ReturnType<typeof startGatewayBefore>>;

beforeAll(async () => {
  running = await startGatewayBefore(() => undefined, reachable);
});
afterAll(() => running.close());

const port = (): string => new URL(running.gateway.adminUrl ?? '').port;

/**
 * Sends a request to the admin listener under any host name, as if that name resolved to this
 * machine.
 */
const ask = async (path: string, host: string): Promise<readonly [number | undefined, string]> =>
  new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port: port(), path, headers: { host } }, (res) =>
      text(res).then((body) => resolve([res.statusCode, body]), reject),
    );
    asked.on('error', reject).end();
  });

test.each([
  ['a kubelet or a collector, by the address of the pod', '10.1.2.3:9464'],
  ['one over IPv6', '[fd00::12]:9464'],
  ['somebody on this machine', 'localhost:9464'],
  ['somebody who uses the name of this machine', `${hostname().toUpperCase()}:9464`],
])('probes and metrics are answered to %s', async (_who, host) => {
  expect(await ask('/livez', host)).toEqual([200, 'alive\n']);
  expect(await ask('/readyz', host)).toEqual([200, 'ready\n']);
  const [status, metrics] = await ask('/metrics', host);
  expect(status).toBe(200);
  expect(metrics).toContain('ads_graph_build_info{');
});

test.each([
  'evil.example',
  'evil.example:9464',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
])('a page that made the name %s resolve to this machine reads nothing', async (host) => {
  for (const path of ['/livez', '/readyz', '/metrics']) {
    const [status, body] = await ask(path, host);
    expect(status).toBe(421);
    expect(body).not.toMatch(/alive|ready\n|ads_graph_/);
  }
});

test.each([
  ['two headers Host, the first its own', 'Host: localhost\r\nHost: evil.example\r\n'],
  ['the same Host twice', 'Host: localhost\r\nHost: localhost\r\n'],
  ['a Host that names none', 'Host: lo cal\r\n'],
])('a request with %s is refused, as at /graphql', async (_what, headers) => {
  for (const path of ['/livez', '/readyz', '/metrics']) {
    const socket = await connectTo(`http://127.0.0.1:${port()}`);
    socket.write(`GET ${path} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);
    const answer = (await restOf(socket)).toString();
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).not.toMatch(/alive|ready\n|ads_graph_/);
  }
});

test('a probe may ask for the head alone, and with parameters', async () => {
  const url = `${running.gateway.adminUrl}/readyz?verbose`.replace('0.0.0.0', '127.0.0.1');
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
  expect(await (await fetch(url)).text()).toBe('ready\n');
  expect((await fetch(url, { method: 'POST' })).status).toBe(404);
});

test('by default the listener is reached only from this machine', async () => {
  const own = await startGatewayBefore(() => undefined, { ADMIN_PORT: '0' });
  expect(own.gateway.adminUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await own.close();
});

/** The health check of the image: a program and its arguments. */
const healthCheck = (): readonly string[] => {
  const file = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8');
  return JSON.parse(/^HEALTHCHECK .*\\\n {2}CMD (\[.*\])$/m.exec(file)?.[1] ?? '[]');
};

test('the health check of the image recognises an answer, and starts no Node', async () => {
  const [program = '', ...args] = healthCheck();
  expect(`${program} ${args.join(' ')}`).not.toMatch(/\bnode\b/);
  const run = promisify(execFile);
  await run(program, args, { env: { ...reachable, ADMIN_PORT: port() } });
  const closed = await startGatewayBefore(() => undefined, reachable);
  const { port: nobody } = new URL(closed.gateway.adminUrl ?? '');
  await closed.close();
  const failed = run(program, args, { env: { ...reachable, ADMIN_PORT: nobody } });
  await expect(failed).rejects.toMatchObject({ code: 1 });
});

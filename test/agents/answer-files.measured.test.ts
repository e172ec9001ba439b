import { expect, test } from 'vitest';
import { createEmulator } from '../../emulator/server.ts';
import { callTool } from '../support/agents.ts';
import { fillAccount } from '../support/full-account.ts';
import { patience } from '../support/sampling.ts';
import { ownerOf, slownessOf, spawnGateway } from '../support/spawned-gateway.ts';
import { bearer, signIn } from '../support/visitor.ts';

// The longest turn of one request, on a quiet machine.
const allowedMs = 100;
const columns = Array.from({ length: 11 }, (_, at) => `n${at}: name`).join(' ');
const document = `{ account(id: "big1") { campaigns(first: 1000) { nodes { ${columns} } } } }`;

test('the largest answer that is kept takes no long turn', { timeout: patience }, async () => {
  const emulator = await createEmulator({ rateWindows: false });
  fillAccount(emulator, 'big1', { name: `${'x'.repeat(253)}, ` });
  const secret = { SESSION_SECRET: 's'.repeat(32) };
  const gateway = await spawnGateway(emulator, {
    env: { ...ownerOf(emulator), ...secret, MCP: 'read', LIMIT_MCP_ANSWERS_BYTES: '1000000000' },
  });
  const place = { url: gateway.url, emulator };
  const keep = async () => (await callTool(place, 'ads_query', { document })).members.page.answer;
  const larger = document.replace('nodes {', 'nodes { one: name two: name');
  expect((await callTool(place, 'ads_query', { document: larger })).members.page.answer).toBeNull();
  const url = new URL(`/agents/answers/${await keep()}.csv`, gateway.url);
  const session = bearer(await signIn(place));
  const read = async () => (await (await fetch(url, session)).arrayBuffer()).byteLength;
  await read();
  const slowness = await slownessOf(gateway);
  await gateway.longestWork();
  const bytes = await read();
  const longest = await gateway.longestWork();
  console.info(`a kept answer of ${bytes} bytes: ${Math.round(longest)} ms in a turn at most`);
  await gateway.kill();
  await emulator.close();
  expect(bytes).toBeGreaterThan(2_800_000);
  expect(longest).toBeLessThan(allowedMs * slowness);
});

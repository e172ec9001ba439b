import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { mcpUrl } from '../support/agents.ts';
import { bare } from '../support/bare-process.ts';
import { useGateway } from '../support/gateway.ts';

const running = useGateway();
const paged = useGateway({ env: { MCP_APPROVAL: 'page' } });
beforeEach(() => running.emulator.reset({ data: true }));

const program = fileURLToPath(new URL('../../examples/agent/agent.js', import.meta.url));

/** The output of the example if its user gives this reply. */
const printed = async (reply: string, { url } = running): Promise<string> => {
  const child = spawn(process.execPath, [program, bikes, mcpUrl({ url }).href], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: bare,
  });
  child.stdin.end(`${reply}\n`);
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect(code).toBe(0);
  return out;
};

const pausedIds = (): ReadonlySet<unknown> =>
  new Set(
    running.emulator.store
      .rows('LineItem', bikes)
      .filter((row) => row['entity_status'] === 'PAUSED')
      .map(({ id }) => id),
  );
const writes = () => running.emulator.calls().filter(({ method }) => method !== 'GET');

test('the example pauses expensive active campaigns, with one write', async () => {
  const before = pausedIds();
  const out = await printed('yes');
  const sentences = out.split('\n').filter((line) => line.includes('active → paused'));
  expect(sentences.length).toBeGreaterThan(1);
  expect(out).toContain('APPLIED Everything is done.');
  expect(pausedIds().size - before.size).toBe(sentences.length);
  expect(writes().map(({ endpoint }) => endpoint)).toEqual(['batchLineItems']);
  const again = await printed('yes');
  expect(again).not.toContain('PAUSED');
  expect(writes()).toHaveLength(1);
});

test('the example changes nothing without a yes of the user', async () => {
  expect(await printed('no')).toContain('Nothing was sent.');
  expect(writes()).toEqual([]);
});

test('the example leaves a plan to a person if it needs approval', async () => {
  expect(await printed('yes', paged)).toMatch(
    /A person approves it at http\S+\/agents\/plans\/\S+/,
  );
  expect(paged.emulator.calls().filter(({ method }) => method !== 'GET')).toEqual([]);
});

import { expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { mcpUrl, toolCall } from '../support/agents.ts';
import { useGateway } from '../support/gateway.ts';

// Requests that wait for the API here wait longer than a test may take.
const forever = '600000';
const running = useGateway({
  env: { TIMEOUT_CALL_MS: forever, TIMEOUT_OPERATION_MS: forever, LIMIT_IN_FLIGHT: '1' },
});

const find = (signal: AbortSignal | null): Promise<Response> =>
  fetch(mcpUrl(running), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(toolCall('ads_find', { kind: 'CAMPAIGN', account: bikes })),
    signal,
  });

test('an agent that disconnects releases its place at once, and one that stays does so after its answer', async () => {
  running.emulator.fault({ times: 1, fault: { kind: 'hang' } });
  const abort = new AbortController();
  const left = find(abort.signal).then(
    (response) => response.text(),
    (error: unknown) => error,
  );
  await expect.poll(() => running.emulator.calls().length).toBe(1);
  abort.abort();
  await left.catch(() => undefined);
  for (const _ of ['first', 'second']) {
    const response = await find(null);
    expect(await response.text()).toContain('updatedAt');
  }
  expect(running.emulator.calls()).toHaveLength(3);
});

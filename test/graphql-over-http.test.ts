import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Running } from './support/gateway.ts';
import { startGateway } from './support/gateway.ts';

let running: Running;

beforeAll(async () => {
  running = await startGateway();
});

afterAll(() => running.close());

for (const audit of serverAudits({ url: () => running.url, fetchFn: fetch })) {
  test(`GraphQL over HTTP: ${audit.name}`, async () => {
    const result = await audit.fn();
    expect(result.status, 'reason' in result ? result.reason : '').toBe('ok');
  });
}

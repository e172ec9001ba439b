import { expect, test } from 'vitest';
import { big } from '../support/accounts.ts';
import { callTool } from '../support/agents.ts';
import { useGateway } from '../support/gateway.ts';
import { bearer, signIn } from '../support/visitor.ts';

const document = `{ account(id: "${big}") { campaigns(first: 1000) { nodes { id name raw } } } }`;

const running = useGateway({ env: { LIMIT_IN_FLIGHT: '1', LIMIT_WAITING: '1', LIMIT_SHARE: '1' } });

test('a kept answer takes a place, as operations do, and gives it back', async () => {
  const { members } = await callTool(running, 'ads_query', { document });
  const url = new URL(`/agents/answers/${members.page.answer}.csv`, running.url);
  const session = await signIn(running);
  const fetchOne = async () => {
    const response = await fetch(url, bearer(session));
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const statuses = (await Promise.all(Array.from({ length: 8 }, fetchOne))).map(
    (one) => one.status,
  );
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  const { status, bytes } = await fetchOne();
  expect(status).toBe(200);
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(bytes.toString().trim().split('\r\n')).toHaveLength(1001);
});

import { expect, test } from 'vitest';
import { callTool } from '../support/agents.ts';
import { useGateway } from '../support/gateway.ts';

const running = useGateway();

test('ads_find reads hundreds of accounts, page by page, each of them once', async () => {
  for (let made = 0; made < 300; made += 1) {
    const { errors } = await running.ask('mutation { createSandboxAccount { outcome } }');
    expect(errors).toBeUndefined();
  }
  const asked: string[] = [];
  const accounts = new Set<string>();
  let cursor: string | undefined;
  do {
    const given = { kind: 'FUNDING_INSTRUMENT', ...(cursor && { cursor }) };
    const { isError, members, calls } = await callTool(running, 'ads_find', given);
    expect([isError, members.message]).toEqual([false, undefined]);
    for (const [id] of members.rows) accounts.add(id.split(':')[1]);
    asked.push(...calls.flatMap(({ path }) => /accounts\/(\w+)\/funding/.exec(path)?.[1] ?? []));
    expect(calls.length).toBeLessThan(40);
    cursor = members.page.cursor ?? undefined;
    expect(cursor?.length ?? 0).toBeLessThan(1000);
  } while (cursor !== undefined);
  const all = running.emulator.store.rows('Account', null).map(({ id }) => String(id));
  expect(asked.length).toBeGreaterThan(300);
  expect(new Set(asked).size).toBe(asked.length);
  expect(all).toEqual(expect.arrayContaining(asked));
  expect(accounts.size).toBeGreaterThan(5);
});

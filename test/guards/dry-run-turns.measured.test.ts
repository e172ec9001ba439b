import { expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';

const running = useGateway();

/** The milliseconds that this thread has worked so far: a busy machine adds nothing. */
const worked = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** The longest time that the thread works without a turn of the event loop, in milliseconds. */
const longestTurn = async (work: () => Promise<unknown>): Promise<number> => {
  let last = worked();
  let longest = 0;
  const look = (): void => {
    const now = worked();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  await work();
  look();
  clearInterval(timer);
  return longest;
};

test('a dry run of 5,000 items lets other work run in between', async () => {
  const [line] = running.emulator.store.rows('LineItem', bikes);
  const names = Array.from({ length: 10 }, (_, at) => `b${at}`);
  const operations = (name: string) =>
    Array.from({ length: 500 }, (_, at) => ({
      create: {
        lineItemId: line?.['id'],
        targetingType: 'BROAD_KEYWORD',
        targetingValue: `word ${name} ${at}`,
        operatorType: 'EQ',
      },
    }));
  const declared = names.map((name) => `$${name}: BatchTargetingCriteriaInput!`).join(' ');
  const fields = names.map(
    (name) => `${name}: batchTargetingCriteria(input: $${name}) { outcome }`,
  );
  const query = `mutation (${declared}) { ${fields.join(' ')} }`;
  const variables = Object.fromEntries(
    names.map((name) => [name, { accountId: bikes, operations: operations(name) }]),
  );
  const body = JSON.stringify({ query, variables });
  const headers = { 'content-type': 'application/json', 'x-ads-dry-run': '1' };
  const dryRun = async (): Promise<number> => {
    const response = await fetch(running.url, { method: 'POST', headers, body });
    return (await response.text()).split('"outcome":"READY"').length;
  };
  // Code that runs for the first time is slower.
  expect(await dryRun()).toBeGreaterThan(5000);
  expect(await longestTurn(dryRun)).toBeLessThan(100);
}, 60_000);

import { expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';
import { signedClient } from '../support/signed.ts';

const now = () => Date.parse('2026-11-10T09:00:00Z');
const running = useGateway({ emulator: { now }, parts: { now } });
// A campaign without new followers on one of these days.
const campaign = 'cik3s001';
const dayMs = 86_400_000;
const first = Date.parse('2026-10-05');
const dayOf = (index: number): string => new Date(first + index * dayMs).toISOString().slice(0, 10);

/** The figures that the gateway shows for days, and the number of calls that it needed. */
const shown = async (from: number, to: number) => {
  const range = `range: { days: { first: "${dayOf(from)}", last: "${dayOf(to - 1)}" } }`;
  const { data, calls } = await running.ask(
    `{ account(id: "${bikes}") { campaign(id: "${campaign}") { stats(${range}) { days { metrics { follows } } } } } }`,
  );
  const days: readonly { metrics: { follows: string | null } }[] = data.account.campaign.stats.days;
  const asked = calls.filter(({ endpoint }) => endpoint === 'getStats').length;
  return { follows: days.map(({ metrics }) => metrics.follows), asked };
};

/** The same from the API, for which a date is the midnight of the account. */
const sent = async (from: number, to: number): Promise<readonly (string | null)[]> => {
  const { status, body } = await signedClient(running.emulator).get(
    `/12/stats/accounts/${bikes}`,
    {
      entity: 'CAMPAIGN',
      entity_ids: campaign,
      start_time: dayOf(from),
      end_time: dayOf(to),
      granularity: 'DAY',
      placement: 'ALL_ON_TWITTER',
      metric_groups: 'ENGAGEMENT',
    },
    { timestamp: now() / 1000 },
  );
  expect(status).toBe(200);
  const series = body['data']?.[0]?.['id_data']?.[0]?.['metrics']?.['follows'] ?? null;
  return Array.from({ length: to - from }, (_, index) =>
    series === null ? null : String(series[index]),
  );
};

test('a day is null or 0 depending on the calls that were made: weeks for a long range', async () => {
  const weeks = [0, 7, 14, 21];
  const inWeeks = (await Promise.all(weeks.map((from) => sent(from, from + 7)))).flat();
  const long = await shown(0, 28);
  expect(long).toEqual({ follows: inWeeks, asked: 4 });
  const alone = [];
  for (let day = 0; day < 28; day += 1) {
    const [of] = await sent(day, day + 1);
    expect((await shown(day, day + 1)).follows).toEqual([of]);
    alone.push(of);
  }
  // This is the difference that docs/results.md explains, and the only one.
  const differ = alone.flatMap((of, day) => (of === inWeeks[day] ? [] : [[of, inWeeks[day]]]));
  expect(differ.length).toBeGreaterThan(0);
  expect(differ).toEqual(differ.map(() => [null, '0']));
});

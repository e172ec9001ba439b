import { describe, expect, test } from 'vitest';
import { statsGateway } from '../support/stats-gateway.ts';
import { berlin, losAngeles } from '../support/stats-story.ts';

const { running, moveTo } = statsGateway();

describe('reach', () => {
  const of = (list: string, range: string, first = 50) =>
    running.ask(
      `{ account(id: "${losAngeles}") { ${list}(first: ${first}) { nodes { restId reach(range: { ${range} }) { totalAudienceReach averageFrequency } } } } }`,
    );
  const reachIn = ({ calls }: Awaited<ReturnType<typeof of>>) =>
    calls.filter(({ path }) => path.includes('/reach/'));
  const days = 'days: { first: "2026-10-01", last: "2026-11-20" }';

  test('is requested for twenty at a time, and its range is never divided', async () => {
    const answer = await of('campaigns', days);
    expect(answer.errors).toBeUndefined();
    const calls = reachIn(answer);
    expect(calls.map(({ path }) => path)).toEqual(
      Array(3).fill(`/12/stats/accounts/${losAngeles}/reach/campaigns`),
    );
    for (const { query } of calls) {
      expect([query['start_time'], query['end_time']]).toEqual(['2026-10-01', '2026-11-21']);
    }
    const asked = calls.flatMap(({ query }) => query['campaign_ids']?.split(',') ?? []);
    const { nodes } = answer.data.account.campaigns;
    expect(asked.toSorted()).toEqual(
      nodes.map(({ restId }: { restId: string }) => restId).toSorted(),
    );
    const reached = nodes.filter(
      ({ reach }: { reach: { totalAudienceReach: string } }) =>
        Number(reach.totalAudienceReach) > 0,
    );
    expect(reached.length).toBeGreaterThan(0);
    for (const { reach } of reached) expect(reach.averageFrequency).toBeGreaterThanOrEqual(1);
  });

  test('with errors beside it is null with the error', async () => {
    running.emulator.fault({
      match: { endpoint: 'listCampaignReach' },
      fault: { kind: 'merge', set: { errors: [{ code: 'INTERNAL', message: 'not all' }] } },
    });
    const { data, errors = [] } = await of('campaigns', days, 2);
    expect(data.account.campaigns.nodes.map(({ reach }: { reach: unknown }) => reach)).toEqual([
      null,
      null,
    ]);
    expect(errors.map(({ message, path, extensions: { code } }) => [message, path, code])).toEqual(
      [0, 1].map((index) => [
        'not all',
        ['account', 'campaigns', 'nodes', index, 'reach'],
        'UPSTREAM_REJECTED',
      ]),
    );
  });

  test('of funding instruments has an endpoint of its own', async () => {
    const answer = await of('fundingInstruments', days);
    expect(reachIn(answer).map(({ path }) => path)).toEqual([
      `/12/stats/accounts/${losAngeles}/reach/funding_instruments`,
    ]);
    expect(answer.errors).toBeUndefined();
  });

  test('of the last days ends with today in the account', async () => {
    // Sunday, 23:20 in Los Angeles.
    await moveTo(Date.parse('2026-11-23T07:20:00Z'));
    const [call] = reachIn(await of('campaigns', 'lastDays: 7', 1));
    expect([call?.query['start_time'], call?.query['end_time']]).toEqual([
      '2026-11-16',
      '2026-11-23',
    ]);
  });

  test.for([
    ['twice, and differs', { total_audience_reach: 2 }, {}],
    ['for another span', null, { start_time: '2026-09-01T07:00:00Z' }],
  ] as const)('that is %s is an error', async ([, other, params]) => {
    const { nodes } = (await of('campaigns', days, 1)).data.account.campaigns;
    const row = { id: nodes[0].restId, total_audience_reach: 1, average_frequency: 1 };
    running.emulator.fault({
      match: { endpoint: 'listCampaignReach' },
      fault: {
        kind: 'answer',
        status: 200,
        headers: { 'content-type': 'application/json' },
        json: { data: other === null ? [row] : [row, { ...row, ...other }], request: { params } },
      },
    });
    const { data, errors = [] } = await of('campaigns', days, 1);
    expect(data.account.campaigns.nodes[0].reach).toBeNull();
    expect(errors[0]?.extensions).toMatchObject({
      code: 'UPSTREAM_BAD_RESPONSE',
      upstream: { endpoint: 'listCampaignReach' },
    });
  });

  test('that an answer lacks is lost alone', async () => {
    running.emulator.fault({
      match: { endpoint: 'listCampaignReach' },
      fault: { kind: 'edit', edit: 'dropRow' },
    });
    const { data, errors = [] } = await of('campaigns', days, 5);
    const lost = data.account.campaigns.nodes.filter(
      ({ reach }: { reach: unknown }) => reach === null,
    );
    expect(lost).toHaveLength(1);
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['UPSTREAM_BAD_RESPONSE']);
  });
});

describe('active entities', () => {
  const span = 'start: "2026-11-16T00:00:00Z", end: "2026-11-23T00:00:00Z"';
  const active = (args: string, selection: string) =>
    running.ask(`{ account(id: "${berlin}") { activeEntities(${args}) { ${selection} } } }`);

  test('are one call, and their rows one more', async () => {
    const { data, errors, calls } = await active(
      `entity: LINE_ITEM, ${span}`,
      'entityId activityStartTime activityEndTime placements entity { id ... on LineItem { objective } }',
    );
    expect(errors).toBeUndefined();
    const rows = data.account.activeEntities;
    expect(rows.length).toBeGreaterThan(0);
    expect(calls.map(({ endpoint }) => endpoint)).toEqual(['listActiveEntities', 'listLineItems']);
    expect(calls[0]?.query).toMatchObject({
      entity: 'LINE_ITEM',
      start_time: '2026-11-16T00:00:00Z',
      end_time: '2026-11-23T00:00:00Z',
    });
    for (const row of rows) {
      expect(row.entity.id).toBe(`LineItem:${berlin}:${row.entityId}`);
      expect(row.entity.objective).toEqual(expect.any(String));
      expect(Date.parse(row.activityEndTime)).toBeGreaterThan(Date.parse(row.activityStartTime));
      expect(row.placements).toContain('ALL_ON_TWITTER');
    }
  });

  test('cost nothing more where only ids are selected', async () => {
    const { calls } = await active(`entity: CAMPAIGN, ${span}`, 'entityId entity { id }');
    expect(calls).toHaveLength(1);
  });

  test('have the results of the times at which they were active', async () => {
    const { data } = await active(`entity: CAMPAIGN, ${span}`, 'entityId');
    const ids = data.account.activeEntities.map(({ entityId }: { entityId: string }) => entityId);
    const all = await running.ask(
      `{ account(id: "${berlin}") { campaigns(first: 200) { nodes { restId stats(range: { hours: { ${span} } }) { total { impressions } } } } } }`,
    );
    for (const { restId, stats } of all.data.account.campaigns.nodes) {
      if (Number(stats.total.impressions ?? 0) > 0) expect(ids).toContain(restId);
    }
  });

  test('of some parents accept ids in either form', async () => {
    const { data } = await running.ask(
      `{ account(id: "${berlin}") { campaigns(first: 1) { nodes { id restId } } } }`,
    );
    const [{ id, restId }] = data.account.campaigns.nodes;
    const { calls } = await active(
      `entity: LINE_ITEM, ${span}, campaignIds: ["${id}"]`,
      'entityId',
    );
    expect(calls[0]?.query['campaign_ids']).toBe(restId);
  });

  test.for([
    [`entity: CAMPAIGN, ${span}, campaignIds: ["a1"], lineItemIds: ["b1"]`, 'lineItemIds'],
    ['entity: CAMPAIGN, start: "2026-11-16T00:30:00Z", end: "2026-11-23T00:00:00Z"', 'start'],
    ['entity: CAMPAIGN, start: "2026-11-16T00:00:00Z", end: "2026-11-16T00:00:00Z"', 'end'],
    ['entity: CAMPAIGN, start: "2026-08-01T00:00:00Z", end: "2026-11-16T00:00:00Z"', 'end'],
  ])('are refused before any call if the API would refuse them: %s', async ([args = '', name]) => {
    const { errors = [], calls } = await active(args, 'entityId');
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT']);
    expect([errors[0]?.extensions['argument'], calls]).toEqual([name, []]);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { type PlannedWrite, stateOf, type WritePlan } from '../../agents/plans/write-plan.ts';
import { colleague } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';
import { createPlans, keepPlan } from '../support/plans.ts';
import { signIn } from '../support/visitor.ts';

let clock = Date.now();
const now = () => clock;
const { overrides, plans } = createPlans(now);
const running = useGateway(overrides);
const owner = () => running.emulator.credentials.userId;
const origin = () => new URL(running.url).origin;
let session = '';
let plan: WritePlan;
beforeEach(async () => {
  running.emulator.reset({ data: true });
  session = await signIn(running);
  plan = await keepPlan(plans, owner());
});

const cookieOf = (sealed: string) => ({ cookie: `ads_graph_session=${sealed}` });

/** Sends a request as a browser does. */
const go = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${origin()}${path}`, {
    redirect: 'manual',
    ...init,
    headers: { accept: 'text/html', ...cookieOf(session), ...init.headers },
  });

const decide = (
  verb: 'approve' | 'decline',
  headers: Readonly<Record<string, string>> = { origin: origin() },
): Promise<Response> => go(`/agents/plans/${plan.id}/${verb}`, { method: 'POST', headers });

const kept = async (): Promise<WritePlan> => {
  const found = await plans.find(owner(), plan.id);
  if (found === null) throw new Error('the plan is gone');
  return found;
};

test('open plans are shown with sentences, amounts and the client, and their texts are never HTML', async () => {
  const response = await go('/agents');
  const html = await response.text();
  expect(response.status).toBe(200);
  expect(html).toContain('Trail &lt;b&gt;bikes&lt;/b&gt;');
  expect(html).toContain('reached its &lt;budget&gt;');
  expect(html).toContain('<td>50.00 EUR</td><td>80.00 EUR</td>');
  expect(html).toContain('The agent with the key pacer');
  expect(html).toContain(`href="agents/plans/${plan.id}"`);
  expect(html).not.toContain('<script');
});

test.each(['/agents', '/agents/plans/{id}'])(
  '%s is not stored anywhere, and runs nothing',
  async (path) => {
    const { headers, status } = await go(path.replace('{id}', plan.id));
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-.*frame-ancestors 'none'$/,
    );
  },
);

/** The texts of a page outside the document of a plan. */
const wordsOf = (html: string): string =>
  html
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<pre.*<\/pre>/s, '')
    .replace(/<[^>]*>/g, ' ');

/** The rows of the tables of a page, each with a bar after each cell. */
const rowsOf = (html: string): readonly string[] =>
  [...html.matchAll(/<tr><th scope="row(?:group)?"[^>]*>(.*?)<\/tr>/g)].map(([, row = '']) =>
    row.replace(/<\/t[hd]>(<td>)?/g, '|'),
  );

test('the fields that a plan changes are tables, in words, with times in the zone of the account', async () => {
  const currency = 'EUR';
  const changed = { type: 'LineItem', accountId: '18ce54bik3s', name: 'North' };
  const known = { ...changed, action: 'UPDATE', id: 'LineItem:18ce54bik3s:lik3s000' } as const;
  const after = {
    productType: 'PROMOTED_TWEETS',
    placements: ['ALL_ON_TWITTER', 'TWITTER_SEARCH'],
    startTime: '2032-07-01T07:30:00Z',
    dailyBudget: { amount: '1400', currency },
    automaticTweetPromotion: false,
    // A text is not a word of an enumeration, however it is written.
    categories: ['IAB1_3', 'SPORTS'],
  };
  plan = await keepPlan(plans, owner(), {
    timeZone: 'Europe/Berlin',
    changes: [
      { ...changed, action: 'CREATE', id: null, field: null, before: null, after },
      { ...known, field: 'entityStatus', before: 'PAUSED', after: 'ACTIVE' },
      { ...known, field: 'name', before: 'NORTH_SALE', after: 'North' },
    ],
  });
  const html = await (await go(`/agents/plans/${plan.id}`)).text();
  expect(rowsOf(html)).toEqual(
    expect.arrayContaining([
      'Product type|Promoted tweets|',
      'Placements|Everywhere on X, X search|',
      'Start time|July 1, 2032 at 09:30 (Europe/Berlin)|',
      'Daily budget|1,400.00 EUR|',
      'Automatic tweet promotion|No|',
      'Categories|IAB1_3, SPORTS|',
      'Entity status|Paused|Active|',
      'Name|NORTH_SALE|North|',
    ]),
  );
  expect([...html.matchAll(/<caption>(.*?)<\/caption>/g)].map(([, title]) => title)).toEqual([
    'Budgets',
    'Line item “North” (new)',
    'Line item “North”',
    'Update campaign',
  ]);
  expect(wordsOf(html)).toContain('times in Europe/Berlin');
});

test('the values that a plan sends are a table, with nested inputs as groups and lists as rows', async () => {
  const currency = 'EUR';
  const row = { type: 'Campaign', accountId: '18ce54bik3s', name: 'Sale', id: null, field: null };
  const after = { dailyBudget: { amount: '1400', currency } };
  const targeting = [
    { targetingType: 'LOCATION', targetingValue: 'PLACE_DE' },
    { targetingType: 'AGE', targetingValue: 'AGE_25_TO_49', operatorType: 'EQ' },
  ];
  const lineItem = {
    name: 'BIG_SALE',
    startTime: '2032-07-01T09:30:00+02:00',
    placements: ['ALL_ON_TWITTER'],
  };
  plan = await keepPlan(plans, owner(), {
    timeZone: 'Europe/Berlin',
    changes: [
      { ...row, action: 'CREATE', before: null, after },
      {
        ...row,
        ...{ type: 'TargetingCriterion', name: null, action: 'CREATE', before: null },
        after: { targetingType: 'BROAD_KEYWORD', targetingValue: 'SALE_DAY' },
      },
    ],
    field: 'launchCampaign',
    document: `mutation Launch($campaign: LaunchCampaignCampaign!, $lineItems: [LaunchCampaignLineItem!]!) {
      launchCampaign(input: { activate: true, campaign: $campaign, lineItems: $lineItems }) { outcome }
    }`,
    variables: {
      campaign: {
        name: '<b>Sale</b>',
        dailyBudget: '1400.5',
        totalBudgetAmountLocalMicro: '20000000000',
      },
      lineItems: [{ lineItem, targeting }],
    },
  });
  const html = await (await go(`/agents/plans/${plan.id}`)).text();
  const [, table = ''] = /<summary>Values to send<\/summary>(.*?)<\/details>/s.exec(html) ?? [];
  expect(rowsOf(table)).toEqual([
    'Activate|Yes|',
    'Campaign|',
    'Name|&lt;b&gt;Sale&lt;/b&gt;|',
    'Daily budget|1,400.50 EUR|',
    'Total budget|20,000.00 EUR|',
    'Line items, 1 of 1|',
    'Targeting, 1 of 2|Targeting type: Location; Targeting value: PLACE_DE|',
    'Targeting, 2 of 2|Targeting type: Age; Targeting value: AGE_25_TO_49; Operator type: Equal|',
    'Line items, 1 of 1 › Line item|',
    'Name|BIG_SALE|',
    'Start time|July 1, 2032 at 09:30 (Europe/Berlin)|',
    'Placements|Everywhere on X|',
  ]);
  expect(table).not.toMatch(/\{|<b>/);
  expect(rowsOf(html)).toEqual(
    expect.arrayContaining(['Targeting type|Broad keyword|', 'Targeting value|SALE_DAY|']),
  );
  expect(html.indexOf('Variables as JSON')).toBeGreaterThan(html.indexOf('GraphQL document'));
});

test('the number of plans that wait for a decision is JSON, for their user alone', async () => {
  const json = (cookie = cookieOf(session)) =>
    go('/agents', { headers: { accept: 'application/json', ...cookie } });
  const waiting = async (): Promise<unknown> => {
    const response = await json();
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    return response.json();
  };
  const { waiting: before } = (await waiting()) as { readonly waiting: number };
  await keepPlan(plans, owner(), { approval: 'NONE' });
  expect(await waiting()).toEqual({ waiting: before });
  await keepPlan(plans, owner(), { approval: 'CLIENT' });
  expect(await waiting()).toEqual({ waiting: before + 1 });
  await decide('decline');
  expect(await waiting()).toEqual({ waiting: before });
  const others = await signIn(running, colleague);
  expect(await (await json(cookieOf(others))).json()).toEqual({ waiting: 0 });
  const nobody = await json(cookieOf(''));
  expect([nobody.status, await nobody.json()]).toMatchObject([
    401,
    { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] },
  ]);
});

test('pages have no codes, no ISO times and no names of settings', async () => {
  const paths = ['/agents', `/agents/plans/${plan.id}`, '/agents/plans/zzzzzzzzzzzzzzzz'];
  for (const path of paths) {
    const words = wordsOf(await (await go(path)).text());
    expect(words).not.toMatch(/[A-Z]{2,}_[A-Z]+|\dT\d\d:|\{|BAD_REQUEST/);
  }
});

test('without clients there are the commands that connect one', async () => {
  const html = await (await go('/agents')).text();
  expect(html).toContain(`claude mcp add --transport http ads ${origin()}/mcp</code>`);
  expect(html).toContain('href="graphql"');
});

test.each([
  ['/agents', 'auth/logout'],
  ['/agents/plans/{id}', '../../auth/logout'],
])('%s has a form that signs out, without scripts', async (path, action) => {
  const page = path.replace('{id}', plan.id);
  expect(await (await go(page)).text()).toContain(`action="${action}"`);
  const out = await go(new URL(action, `${origin()}${page}`).pathname, {
    method: 'POST',
    headers: { origin: origin() },
  });
  expect([out.status, out.headers.get('location')]).toEqual([302, '../graphql']);
  expect(out.headers.get('set-cookie')).toMatch(/^ads_graph_session=;/);
  expect((await go('/agents')).headers.get('location')).toContain('/auth/login');
});

test('an approved plan says by whom, and twice is once', async () => {
  const response = await decide('approve');
  expect([response.status, response.headers.get('location')]).toEqual([302, `../${plan.id}`]);
  const first = await kept();
  expect(first.decision).toMatchObject({ verdict: 'APPROVED', by: { userId: owner() } });
  clock += 5000;
  expect((await decide('approve')).status).toBe(302);
  expect(await kept()).toEqual(first);
  const html = await (await go(`/agents/plans/${plan.id}`)).text();
  expect(html).toMatch(/Approved by @\w+/);
  expect(html).not.toContain('/approve"');
});

test('a declined plan stays declined', async () => {
  await decide('decline');
  expect((await decide('approve')).status).toBe(302);
  expect(stateOf(await kept(), now())).toBe('DECLINED');
  const html = await (await go(`/agents/plans/${plan.id}`)).text();
  expect(html).toMatch(/Declined by @\w+/);
  expect(html).not.toMatch(/approve"|decline"/);
});

test('an expired plan cannot be approved', async () => {
  clock += 900_000;
  await decide('approve');
  expect(await kept()).toMatchObject({ decision: null });
  const html = await (await go(`/agents/plans/${plan.id}`)).text();
  expect(html).toContain('Expired');
  expect(html).not.toMatch(/approve"|decline"/);
});

describe('a plan cannot be decided', () => {
  test('by a program with the session as bearer', async () => {
    const headers = { origin: origin(), authorization: `Bearer ${session}` };
    session = '';
    expect((await decide('approve', headers)).status).toBe(401);
    expect(await kept()).toMatchObject({ decision: null });
  });

  test.each([
    ['another origin', { origin: 'https://evil.test' }],
    ['no origin', {}],
    ['a page without one', { origin: 'null' }],
  ])('by %s', async (_, headers) => {
    const response = await decide('approve', headers);
    expect(response.status).toBe(403);
    expect(await kept()).toMatchObject({ decision: null });
  });

  test('by another user, who does not even see it', async () => {
    session = await signIn(running, colleague);
    expect((await decide('approve')).status).toBe(404);
    expect((await decide('decline')).status).toBe(404);
    expect((await go(`/agents/plans/${plan.id}`)).status).toBe(404);
    expect(await (await go('/agents')).text()).not.toContain(plan.id);
    expect(await kept()).toMatchObject({ decision: null });
  });

  test('by a key, nor by this machine without a session', async () => {
    session = '';
    const response = await decide('approve');
    expect(response.status).toBe(401);
    expect(await kept()).toMatchObject({ decision: null });
  });

  test.each(['GET', 'PUT'])('by %s', async (method) => {
    const path = `/agents/plans/${plan.id}/approve`;
    const response = await go(path, { method, headers: { origin: origin() } });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

test.each(['/agents', '/agents/plans/plan000000000001'])(
  'without a session %s leads to the sign-in and back',
  async (path) => {
    session = '';
    const response = await go(path);
    expect(response.status).toBe(302);
    const to = new URL(response.headers.get('location') ?? '');
    expect([to.origin, to.pathname, to.searchParams.get('returnTo')]).toEqual([
      origin(),
      '/auth/login',
      path,
    ]);
  },
);

test('an id without a plan is 404, as page and as JSON', async () => {
  const page = await go('/agents/plans/zzzzzzzzzzzzzzzz');
  expect([page.status, await page.text()]).toEqual([
    404,
    expect.stringContaining('There is no such plan, or it has expired.'),
  ]);
  const json = await go('/agents/plans/zzzzzzzzzzzzzzzz', { headers: { accept: '*/*' } });
  expect([json.status, await json.json()]).toMatchObject([
    404,
    { errors: [{ message: expect.stringContaining('plan') }] },
  ]);
  expect((await go('/agents/plans')).status).toBe(404);
});

test('an ended plan is shown with its outcome and the person who approved it', async () => {
  await decide('approve');
  const begun = await plans.begin(await kept(), ['updateCampaign']);
  const item = { field: 'updateCampaign', path: 'updateCampaign', outcome: 'APPLIED' } as const;
  const made = { ...item, ids: ['Campaign:18ce54bik3s:cik3s000'], errors: [], parts: [] };
  const [write] = (begun ?? plan).writes;
  await plans.record(plan, [{ ...(write as PlannedWrite), state: 'ENDED', item: made }]);
  const html = await (await go('/agents')).text();
  expect(html).toMatch(/Applied<\/span>[\s\S]*approved by @\w+[\s\S]* · ended <time/);
  expect(await (await go(`/agents/plans/${plan.id}`)).text()).toContain(
    '<strong>Update campaign</strong>: Applied; Campaign cik3s000',
  );
});

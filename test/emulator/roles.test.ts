import { describe, expect, test } from 'vitest';
import { endpoints } from '../../src/upstream/catalogue/index.ts';
import { pathNames } from '../../src/upstream/catalogue/language/identifiers.ts';
import { dataOf, errorsOf, useEmulator } from '../support/emulator.ts';
import type { Body, Response } from '../support/signed.ts';

const account = '18ce54bik3s';
const at = (path: string): string => `/12/accounts/${account}/${path}`;
const held = useEmulator();

type Endpoint = (typeof endpoints)[number];
const ofAccounts = endpoints.filter(
  ({ path, host }) => path.includes('{account_id}') && host !== 'platform',
);
const isOwnSettings = ({ path }: Endpoint): boolean => path.includes('user_settings');
const isOfAudiences = ({ path }: Endpoint): boolean => /_audiences/.test(path);
/** A job computes results, so it only reads. */
const isOfResults = ({ path }: Endpoint): boolean => path.startsWith('stats/');
const writes = ofAccounts.filter(
  (endpoint) => !(endpoint.readOnly || isOwnSettings(endpoint) || isOfResults(endpoint)),
);

/** A user with these permissions in the account. */
const userWith = (...permissions: readonly string[]) => {
  const user = held.emulator.addUser(permissions.join(' '));
  held.emulator.grant(user.userId, account, permissions);
  return { credentials: user };
};

/** True if a call of the endpoint, for missing rows, is refused because of its role. */
const isClosed = async (
  { method, path, version, host }: Endpoint,
  as: ReturnType<typeof userWith>,
): Promise<boolean> => {
  const ids = pathNames(path).reduce(
    (written, name) => written.replace(`{${name}}`, name === 'account_id' ? account : '1'),
    path,
  );
  const sandbox = host === 'sandbox';
  const { status, body } = await held.client.send(method, `/${version}/${ids}`, { ...as, sandbox });
  return status === 403 && body['errors']?.[0]?.['code'] === 'ACTION_NOT_ALLOWED';
};
const closedTo = async (asked: readonly Endpoint[], as: ReturnType<typeof userWith>) => {
  const names: string[] = [];
  for (const endpoint of asked) if (await isClosed(endpoint, as)) names.push(endpoint.name);
  return names;
};
const namesOf = (some: readonly Endpoint[]) => some.map(({ name }) => name);

describe('an analyst', () => {
  const analyst = () => {
    const [, , user] = held.emulator.users;
    if (user === undefined) throw new Error('no analyst');
    return { credentials: user };
  };

  test('can read campaigns, but neither create, change nor delete them', async () => {
    const path = '/12/accounts/18ce54ag3nc';
    const list = await held.client.get(`${path}/campaigns`, {}, analyst());
    expect(list.status).toBe(200);
    const { id, funding_instrument_id: funding } = dataOf(list)[0] as Body;
    const refused = { status: 403, errors: [{ code: 'ACTION_NOT_ALLOWED' }] };
    const campaign = { name: 'New', funding_instrument_id: String(funding) };
    const answers: readonly Response[] = await Promise.all([
      held.client.post(`${path}/campaigns`, campaign, analyst()),
      held.client.put(`${path}/campaigns/${id}`, { name: 'Other' }, analyst()),
      held.client.del(`${path}/campaigns/${id}`, {}, analyst()),
      held.client.put(path, { name: 'Other' }, analyst()),
    ]);
    for (const answer of answers) expect(errorsOf(answer)).toMatchObject(refused);
    const after = await held.client.get(`${path}/campaigns`, {}, analyst());
    expect(after.body['data']).toEqual(list.body['data']);
  });

  test.each(['ANALYST', 'CAMPAIGN_ANALYST'])('as %s writes nothing', async (role) => {
    expect(await closedTo(writes, userWith(role))).toEqual(namesOf(writes));
  });

  test('reads everything', async () => {
    const reads = ofAccounts.filter(
      (endpoint) => (endpoint.readOnly || isOfResults(endpoint)) && !isOwnSettings(endpoint),
    );
    expect(namesOf(reads)).toContain('createStatsJob');
    expect(await closedTo(reads, userWith('ANALYST'))).toEqual([]);
  });

  test('changes only their own settings', async () => {
    const as = userWith('ANALYST');
    const path = at(`user_settings/${as.credentials.userId}`);
    const { status } = await held.client.put(path, { contact_phone: '1' }, as);
    expect(status).toBe(200);
  });

  test('the creator of a sandbox account administers it', async () => {
    const made = await held.client.send('POST', '/12/accounts', { ...analyst(), sandbox: true });
    const id = made.body['data']?.[0]?.['id'];
    const named = await held.client.put(`/12/accounts/${id}`, { name: 'Mine' }, analyst());
    expect(named.status).toBe(200);
  });
});

test('a manager of partner audiences can only write audiences', async () => {
  const others = writes.filter((endpoint) => !isOfAudiences(endpoint));
  expect(others.length).toBeLessThan(writes.length);
  expect(await closedTo(writes, userWith('PARTNER_AUDIENCE_MANAGER'))).toEqual(namesOf(others));
});

test.each(['ACCOUNT_ADMIN', 'AD_MANAGER', 'CREATIVE_MANAGER'])('%s may write', async (role) => {
  const changes = writes.filter(({ method }) => method === 'PUT');
  expect(await closedTo(changes, userWith(role))).toEqual([]);
});

describe.each(['draft_tweets', 'scheduled_tweets'])('promoted-only posts as %s', (path) => {
  const post = (nullcast: boolean | null) => ({
    as_user_id: String(
      held.emulator.store
        .rows('PromotableUser', account)
        .find((row) => row['promotable_user_type'] === 'FULL')?.['user_id'],
    ),
    text: 'Hello',
    ...(nullcast !== null && { nullcast }),
    ...(path === 'scheduled_tweets' && {
      scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
    }),
  });
  const refused = {
    status: 403,
    errors: [{ code: 'ACTION_NOT_ALLOWED', parameter: 'nullcast' }],
  };

  test('are for users with TWEET_COMPOSER', async () => {
    const without = userWith('AD_MANAGER');
    for (const nullcast of [null, true]) {
      expect(errorsOf(await held.client.post(at(path), post(nullcast), without))).toMatchObject(
        refused,
      );
    }
    const made = await held.client.post(at(path), post(false), without);
    expect(made.status).toBe(201);
    const one = at(`${path}/${dataOf(made)['id']}`);
    expect(errorsOf(await held.client.put(one, { nullcast: true }, without))).toMatchObject(
      refused,
    );
    const composer = userWith('AD_MANAGER', 'TWEET_COMPOSER');
    expect((await held.client.put(one, { nullcast: true }, composer)).status).toBe(200);
    expect((await held.client.put(one, { text: 'Hi' }, without)).status).toBe(200);
    expect((await held.client.post(at(path), post(null), composer)).status).toBe(201);
  });
});

describe('a deleted sandbox account', () => {
  const deleted = async (): Promise<string> => {
    const made = await held.client.send('POST', '/12/accounts', { sandbox: true });
    const id = String(made.body['data']?.[0]?.['id']);
    expect((await held.client.del(`/12/accounts/${id}`, {}, { sandbox: true })).status).toBe(200);
    return id;
  };

  test('accepts no writes', async () => {
    const id = await deleted();
    const path = `/12/accounts/${id}`;
    const answers = await Promise.all([
      held.client.put(path, { name: 'Again' }),
      held.client.del(path, {}, { sandbox: true }),
      held.client.post(`${path}/custom_audiences`, { name: 'People' }),
      held.client.post(`${path}/features`, { feature_keys: 'DR_TAP' }, { sandbox: true }),
    ]);
    for (const answer of answers) {
      expect(errorsOf(answer)).toMatchObject({
        status: 403,
        errors: [{ code: 'ACCOUNT_NOT_FOUND', parameter: 'account_id' }],
      });
    }
    expect(held.emulator.store.rows('CustomAudience', id)).toEqual([]);
  });

  test('is still shown on request for deleted rows', async () => {
    const path = `/12/accounts/${await deleted()}`;
    expect((await held.client.get(path, { with_deleted: true })).status).toBe(200);
    expect((await held.client.get(path)).status).toBe(404);
  });
});

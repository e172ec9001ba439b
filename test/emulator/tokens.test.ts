import { describe, expect, test } from 'vitest';
import { colleague } from '../support/accounts.ts';
import { useEmulator } from '../support/emulator.ts';
import { decide, newVisitor } from '../support/visitor.ts';

const held = useEmulator({ rateWindows: true });

const alone = { credentials: { accessToken: '', accessTokenSecret: '' } };
const requestToken = (callback = 'oob', deviation: object = alone) =>
  held.client.post('/platform/oauth/request_token', { oauth_callback: callback }, deviation);

const pairsOf = (text: string) => Object.fromEntries(new URLSearchParams(text));

/** A request token as credentials, and the verifier that a user's consent gives. */
const consented = async (userId = colleague) => {
  const { oauth_token = '', oauth_token_secret = '' } = pairsOf((await requestToken()).text);
  const consent = `${held.emulator.platformUrl}/oauth/authorize?oauth_token=${oauth_token}`;
  const page = await decide({ url: '', emulator: held.emulator }, newVisitor(), consent, {
    userId,
  });
  const verifier = />(\d{7})</.exec(page)?.[1] ?? '';
  return {
    credentials: { accessToken: oauth_token, accessTokenSecret: oauth_token_secret },
    verifier,
  };
};

const exchanged = async (userId?: string) => {
  const { credentials, verifier } = await consented(userId);
  const { text } = await held.client.post(
    '/platform/oauth/access_token',
    { oauth_verifier: verifier },
    { credentials },
  );
  const { oauth_token = '', oauth_token_secret = '', ...user } = pairsOf(text);
  return { user, credentials: { accessToken: oauth_token, accessTokenSecret: oauth_token_secret } };
};

const basic = (pair: string) => ({
  headers: {
    authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
  },
});
const application = () =>
  basic(`${held.emulator.credentials.consumerKey}:${held.emulator.credentials.consumerSecret}`);
const bearerToken = async (): Promise<string> => {
  const grant = { grant_type: 'client_credentials' };
  const { body } = await held.client.post('/platform/oauth2/token', grant, application());
  return String(body['access_token']);
};

describe('user tokens', () => {
  test('are given for the verifier of a request token that the application itself requested', async () => {
    const begun = await requestToken();
    expect(begun.status).toBe(200);
    expect(Object.keys(pairsOf(begun.text))).toEqual([
      'oauth_token',
      'oauth_token_secret',
      'oauth_callback_confirmed',
    ]);
    expect(pairsOf(begun.text)['oauth_callback_confirmed']).toBe('true');
    const { user, credentials } = await exchanged();
    expect(user).toEqual({ user_id: colleague, screen_name: 'emulator_colleague' });
    const { status, body } = await held.client.get('/12/accounts', {}, { credentials });
    expect([status, body['data']?.length]).toEqual([200, 2]);
  });

  test('are refused with 401 and code 32 if the signature is wrong', async () => {
    const wrong = [
      await requestToken('oob', { credentials: { ...alone.credentials, consumerSecret: 'x' } }),
      await requestToken('oob', {}),
      await held.client.post('/platform/oauth/access_token', { oauth_verifier: '1' }),
    ];
    for (const { status, body } of wrong) {
      expect(status).toBe(401);
      expect(body).toEqual({ errors: [{ code: 32, message: expect.any(String) }] });
    }
  });

  test('need a registered callback, and the right verifier', async () => {
    held.emulator.set({ callbackUrls: ['https://ads.example/auth/callback'] });
    expect((await requestToken('https://evil.example/')).status).toBe(403);
    expect((await requestToken('https://ads.example/auth/callback')).status).toBe(200);
    expect((await requestToken('javascript:alert(1)')).status).toBe(403);
    const missing = await held.client.post('/platform/oauth/request_token', {}, alone);
    expect([missing.status, typeof missing.body['errors']?.[0]?.['code']]).toEqual([400, 'number']);
    const { credentials, verifier } = await consented();
    const send = (form: Readonly<Record<string, string>>) =>
      held.client.post('/platform/oauth/access_token', form, { credentials });
    expect((await send({})).status).toBe(400);
    expect((await send({ oauth_verifier: '0' })).status).toBe(401);
    expect((await send({ oauth_verifier: verifier })).status).toBe(200);
    expect((await send({ oauth_verifier: verifier })).status).toBe(401);
  });

  test('stay the same until they are invalidated, and are new ones afterwards', async () => {
    const { credentials } = await exchanged();
    expect((await exchanged()).credentials).toEqual(credentials);
    const ended = await held.client.post(
      '/platform/1.1/oauth/invalidate_token.json',
      {},
      { credentials },
    );
    expect([ended.status, ended.body]).toEqual([200, { access_token: credentials.accessToken }]);
    for (const path of ['/12/accounts', '/12/accounts']) {
      const { status, body } = await held.client.get(path, {}, { credentials });
      expect([status, body['errors']?.[0]?.['code']]).toEqual([401, 89]);
    }
    const fresh = (await exchanged()).credentials;
    expect(fresh.accessToken).not.toBe(credentials.accessToken);
    expect((await held.client.get('/12/accounts', {}, { credentials: fresh })).status).toBe(200);
    expect((await held.client.get('/12/accounts')).status).toBe(200);
  });

  test('carry the permissions of their users', async () => {
    const access = async (userId: string): Promise<unknown> => {
      const { credentials } = await exchanged(userId);
      const path = '/12/accounts/18ce54ag3nc/authenticated_user_access';
      const { body } = await held.client.get(path, {}, { credentials });
      return body['data'];
    };
    expect(await access('1500000000000000001')).toEqual({
      user_id: '1500000000000000001',
      permissions: ['ACCOUNT_ADMIN', 'TWEET_COMPOSER'],
    });
    expect(await access(colleague)).toEqual({
      user_id: colleague,
      permissions: ['CREATIVE_MANAGER', 'TWEET_COMPOSER'],
    });
    expect(await access('1500000000000000003')).toEqual({
      user_id: '1500000000000000003',
      permissions: ['CAMPAIGN_ANALYST'],
    });
  });
});

describe('the consent page', () => {
  test.each(['authorize', 'authenticate'])(
    'of %s works only for pending sign-ins',
    async (page) => {
      const response = await fetch(
        `${held.emulator.platformUrl}/oauth/${page}?oauth_token=unknown`,
      );
      expect(response.status).toBe(401);
      expect(response.headers.get('content-type')).toContain('text/html');
    },
  );

  test('gives no PIN to a denied application', async () => {
    const { oauth_token = '' } = pairsOf((await requestToken()).text);
    const consent = `${held.emulator.platformUrl}/oauth/authorize?oauth_token=${oauth_token}`;
    const shown = await decide({ url: '', emulator: held.emulator }, newVisitor(), consent, {
      decision: 'deny',
    });
    expect(shown).toContain('denied');
    expect((await fetch(consent)).status).toBe(401);
  });
});

describe('the bearer token', () => {
  test('is the same until it is invalidated, and a new one afterwards', async () => {
    const token = await bearerToken();
    expect(token).toMatch(/%2F.*%3D$/);
    expect(await bearerToken()).toBe(token);
    const unlink = (id: string) =>
      held.client.del(
        `/platform/2/tweets/search/webhooks/${id}`,
        {},
        { headers: { authorization: `Bearer ${token}` } },
      );
    expect((await unlink('1')).body).toEqual({ data: { deleted: true } });
    const decoded = { access_token: decodeURIComponent(token) };
    const ended = await held.client.send('POST', '/platform/oauth2/invalidate_token', {
      query: decoded,
    });
    expect([ended.status, ended.body]).toEqual([200, { access_token: token }]);
    const refused = await unlink('2');
    expect(refused.status).toBe(401);
    expect(refused.body['errors']).toMatchObject([{ title: 'Unauthorized', status: 401 }]);
    expect(await bearerToken()).not.toBe(token);
  });

  test.each([
    ['as it was issued', (token: string) => token],
    ['decoded', decodeURIComponent],
  ])('is invalidated %s', async (_how, written) => {
    const token = await bearerToken();
    const path = '/platform/oauth2/invalidate_token';
    const query = { access_token: written(token) };
    const ended = await held.client.send('POST', path, { query });
    expect([ended.status, ended.body]).toEqual([200, { access_token: token }]);
    expect((await held.client.send('POST', path, { query })).status).toBe(401);
    expect(await bearerToken()).not.toBe(token);
  });

  test('is invalidated only by the owner', async () => {
    const query = { access_token: decodeURIComponent(await bearerToken()) };
    const { credentials } = await exchanged();
    const path = '/platform/oauth2/invalidate_token';
    expect((await held.client.send('POST', path, { query, credentials })).status).toBe(401);
    expect((await held.client.send('POST', path, { query })).status).toBe(200);
  });

  test('is only for the application, and for one kind of grant', async () => {
    const ask = (grant_type: string, deviation: object) =>
      held.client.post('/platform/oauth2/token', { grant_type }, deviation);
    expect((await ask('client_credentials', basic('a:b'))).status).toBe(401);
    const { 'content-type': type } = application().headers;
    const signed = { headers: { 'content-type': type } };
    expect((await ask('client_credentials', signed)).status).toBe(401);
    expect((await ask('password', application())).status).toBe(400);
  });
});

test('tokens and advertising have separate hosts', async () => {
  expect(
    (await held.client.post('/oauth/request_token', { oauth_callback: 'oob' }, alone)).status,
  ).toBe(404);
  expect((await held.client.get('/platform/12/accounts')).status).toBe(404);
  expect((await held.client.post('/sandbox/oauth2/token', {})).status).toBe(404);
});

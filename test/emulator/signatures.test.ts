import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { errorsOf } from '../support/emulator.ts';
import { batchOf, campaignsOf, euros, story } from '../support/seeded.ts';
import { authorization } from '../support/signed.ts';

const { held, newCampaign } = story();

describe('signatures', () => {
  const path = '/12/accounts';
  const refused = {
    status: 401,
    errors: [
      { code: 'UNAUTHORIZED_ACCESS', message: 'This request is not properly authenticated' },
    ],
  };

  test.each([
    ['a wrong consumer key', { credentials: { consumerKey: 'x' } }],
    ['a wrong consumer secret', { credentials: { consumerSecret: 'x' } }],
    ['an unknown token', { credentials: { accessToken: 'x' } }],
    ['a wrong token secret', { credentials: { accessTokenSecret: 'x' } }],
    ['a nonce beyond ASCII', { nonce: 'naïve' }],
    ['an empty nonce', { nonce: '' }],
    ['a parameter that was not signed', { signed: {} }],
    ['another header in its place', { headers: { authorization: 'Bearer x' } }],
  ])('%s is 401', async (_what, deviation) => {
    const answer = await held.client.get(path, { count: 1 }, deviation);
    expect(errorsOf(answer)).toEqual(refused);
    expect(answer.body['request']).toEqual({ params: {} });
  });

  test('a clock off by more than 300 seconds is 401', async () => {
    const now = Math.floor(Date.now() / 1000);
    const status = async (timestamp: number) =>
      (await held.client.get(path, { count: 1 }, { timestamp })).status;
    expect(await status(now - 290)).toBe(200);
    expect(await status(now - 310)).toBe(401);
    expect(await status(now + 310)).toBe(401);
    held.emulator.set({ clockAheadMs: 1_000_000 });
    expect(await status(now)).toBe(401);
    expect(await status(now + 1000)).toBe(200);
  });

  test('a nonce is accepted once', async () => {
    const deviation = { nonce: 'once-and-no-more' };
    expect((await held.client.get(path, { count: 1 }, deviation)).status).toBe(200);
    expect((await held.client.get(path, { count: 1 }, deviation)).status).toBe(401);
  });

  test('a revoked token is code 89', async () => {
    held.emulator.set({ revokedTokens: [held.emulator.credentials.accessToken] });
    expect(errorsOf(await held.client.get(path))).toMatchObject({
      status: 401,
      errors: [{ code: 89 }],
    });
  });

  test('a form is signed, JSON is not', async () => {
    const form = await held.client.post(campaignsOf(euros), newCampaign(), { signed: {} });
    expect(form.status).toBe(401);
    const item = { operation_type: 'Create', params: newCampaign() };
    expect((await held.client.json(batchOf(euros), [item])).status).toBe(200);
  });

  test.each(['a b+c', "it's *new* (!)", 'Été & co = 50%', 'a,b:c', '~tilde_-.', '🚲'])(
    'a value of %s is verified as it was signed',
    async (name) => {
      const answer = await held.client.post(campaignsOf(euros), newCampaign({ name }));
      expect(answer.status).toBe(201);
      expect(answer.body['data']?.['name']).toBe(name);
      expect((await held.client.get(campaignsOf(euros), { q: name })).status).toBe(200);
    },
  );

  test('a plus in a query is a space', async () => {
    const url = `${held.emulator.url}${campaignsOf(euros)}`;
    const data = { q: 'two words' };
    const header = authorization(held.emulator.credentials, { method: 'GET', url, data });
    const answer = await request(`${url}?q=two+words`, { headers: { authorization: header } });
    expect(await answer.body.json()).toMatchObject({ request: { params: { q: 'two words' } } });
  });

  test('calls report why a signature was refused, and never contain the header', async () => {
    await held.client.get(path, {}, { credentials: { accessTokenSecret: 'x' } });
    const [call] = held.emulator.calls();
    expect(call).toMatchObject({ status: 401, reason: 'the signature differs' });
    expect(JSON.stringify(call)).not.toContain('oauth_signature');
  });
});

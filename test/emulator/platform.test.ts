import { describe, expect, test } from 'vitest';
import { errorsOf, useEmulator } from '../support/emulator.ts';

const held = useEmulator({ rateWindows: true });
const form = 'application/x-www-form-urlencoded';
const grant = { grant_type: 'client_credentials' };
const basic = (type: string) => {
  const { consumerKey, consumerSecret } = held.emulator.credentials;
  const pair = Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64');
  return { headers: { authorization: `Basic ${pair}`, 'content-type': type } };
};
const bearer = async (): Promise<string> => {
  const type = `${form};charset=UTF-8`;
  const { body } = await held.client.post('/platform/oauth2/token', grant, basic(type));
  return String(body['access_token']);
};
const numbered = (status: number, code: number) => ({
  status,
  errors: [{ code, message: expect.any(String) }],
});

describe('the hosts of tokens', () => {
  test('refuse in their own format: a number and a message, without the request', async () => {
    const { client } = held;
    const answers = [
      [await client.get('/platform/oauth/nothing'), numbered(404, 34)],
      [await client.get('/platform/oauth/access_token'), numbered(405, 34)],
      [await client.post('/platform/oauth/request_token'), numbered(401, 32)],
      [await client.post('/platform/1.1/oauth/nothing'), numbered(404, 34)],
      [await client.post('/platform/9.9/oauth/invalidate_token'), numbered(400, 214)],
      [await client.post('/platform/oauth2/invalidate_token'), numbered(400, 214)],
    ] as const;
    for (const [answer, expected] of answers) {
      expect(errorsOf(answer)).toEqual(expected);
      expect(Object.keys(answer.body)).toEqual(['errors']);
    }
  });

  test('report too many requests, and a body that is too large', async () => {
    held.emulator.set({ rateLimits: { platform: 0 } });
    const often = await held.client.post('/platform/1.1/oauth/invalidate_token');
    expect(errorsOf(often)).toEqual(numbered(429, 88));
    const huge = await held.client.send('POST', '/platform/oauth2/token', {
      raw: ' '.repeat(6 * 1024 * 1024 + 1),
      headers: { 'content-type': form },
    });
    expect(errorsOf(huge)).toEqual(numbered(413, 214));
  });
});

describe('a bearer token', () => {
  test.each([form, `${form};charset=iso-8859-1`, 'application/json;charset=UTF-8', 'text/plain'])(
    'is not given for a body of the type %s',
    async (type) => {
      const answer = await held.client.post('/platform/oauth2/token', grant, basic(type));
      expect(errorsOf(answer)).toEqual(numbered(415, 214));
    },
  );

  test.each([`${form};charset=UTF-8`, `${form}; charset=utf-8`])(
    'is given for a body of the type %s',
    async (type) => {
      const answer = await held.client.post('/platform/oauth2/token', grant, basic(type));
      expect(answer.status).toBe(200);
    },
  );

  test('is given only for a form, and not for a query', async () => {
    const as = basic(`${form};charset=UTF-8`);
    const asked = () =>
      held.client.send('POST', '/platform/oauth2/token', { query: grant, form: {}, ...as });
    expect(errorsOf(await asked())).toMatchObject({ status: 400 });
    held.emulator.set({ strict: false });
    expect(errorsOf(await asked())).toMatchObject(numbered(400, 214));
  });

  test('is invalidated by the query, as documented, and not by a form', async () => {
    const access_token = decodeURIComponent(await bearer());
    const path = '/platform/oauth2/invalidate_token';
    expect((await held.client.post(path, { access_token })).status).toBe(400);
    held.emulator.set({ strict: false });
    expect(errorsOf(await held.client.post(path, { access_token }))).toEqual(numbered(400, 214));
    const ended = await held.client.send('POST', path, { query: { access_token } });
    expect(ended.status).toBe(200);
  });
});

describe('the endpoint of streams', () => {
  const link = '/platform/2/tweets/search/webhooks';
  const problem = (status: number, title: string) => ({
    status,
    errors: [{ title, type: 'about:blank', detail: expect.any(String), status }],
  });

  test('refuses with problem details, whatever is wrong', async () => {
    const token = { headers: { authorization: `Bearer ${await bearer()}` } };
    const { client } = held;
    const answers = [
      [await client.del(`${link}/1`), problem(401, 'Unauthorized')],
      [await client.del(`${link}/abc`, {}, token), problem(400, 'Bad Request')],
      [await client.get(`${link}/1`, {}, token), problem(405, 'Method Not Allowed')],
      [await client.get('/platform/2/tweets/nothing', {}, token), problem(404, 'Not Found')],
    ] as const;
    for (const [answer, expected] of answers) {
      expect(errorsOf(answer)).toEqual(expected);
      expect(Object.keys(answer.body)).toEqual(['errors']);
    }
    expect((await client.del(`${link}/1`, {}, token)).status).toBe(200);
    expect(errorsOf(await client.del(`${link}/1`, {}, token))).toEqual(problem(404, 'Not Found'));
    held.emulator.set({ rateLimits: { platform: 0 } });
    const often = await client.del(`${link}/2`, {}, token);
    expect(errorsOf(often)).toEqual(problem(429, 'Too Many Requests'));
  });
});

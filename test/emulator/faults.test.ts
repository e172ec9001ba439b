import { gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { campaignsOf, euros, idsIn, story } from '../support/seeded.ts';
import { authorization } from '../support/signed.ts';

const { held, newCampaign, createCampaign, put } = story();

describe('faults', () => {
  const list = () => held.client.get(campaignsOf(euros), { count: 3 });
  const control = (path: string, body: unknown) =>
    request(`${held.emulator.url}/__emulator/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const names = () => held.emulator.store.rows('Campaign', euros).map((row) => row['name']);
  const create = () => held.client.post(campaignsOf(euros), newCampaign({ name: 'Marked' }));

  test('are ordered over HTTP, apply to matching requests, and end', async () => {
    const fault = { kind: 'answer', status: 503, json: { errors: [] } };
    const match = { method: 'GET', path: '/campaigns', endpoint: 'listCampaigns' };
    const answer = await control('faults', { match, times: 1, fault });
    expect(answer.statusCode).toBe(201);
    await answer.body.dump();
    expect((await held.client.get('/12/accounts')).status).toBe(200);
    expect((await list()).status).toBe(503);
    expect((await list()).status).toBe(200);
  });

  test('of an unknown kind are refused', async () => {
    const answer = await control('faults', { fault: { kind: 'gremlin' } });
    expect(answer.statusCode).toBe(400);
    await answer.body.dump();
  });

  test.each([
    ['/campaigns', true],
    ['/12/accounts/18ce54bik3s/campaigns?count=3', true],
    ['count=3', true],
    ['^/12/accounts/*/campaigns', true],
    ['^/12/accounts/.*/campaigns?*$', true],
    ['accounts*count=3$', true],
    ['^/12/accounts/18ce54bik3s/campaigns?count=3$', true],
    ['**count**', true],
    ['', true],
    ['/line_items', false],
    ['^/campaigns', false],
    ['/campaigns$', false],
    ['campaigns*accounts', false],
    ['count=3*count=3', false],
    ['^/12/accounts/*count=3*3$', false],
  ])('match by path: %s is %s', async (path, strikes) => {
    held.emulator.fault({ match: { path }, fault: { kind: 'answer', status: 503 } });
    expect((await list()).status).toBe(strikes ? 503 : 200);
  });

  test.each(['(a|b)', '[^&]*', 'a\\?', '^(?!x)', 'a{2}', 'a^b', 'a$b', 'x'.repeat(2001)])(
    'whose path is a pattern of another kind are refused: %s',
    async (path) => {
      const answer = await control('faults', { match: { path }, fault: { kind: 'drop' } });
      expect(answer.statusCode).toBe(400);
      await answer.body.dump();
    },
  );

  test('match any path quickly', async () => {
    const path = `^${'*a'.repeat(900)}*~$`;
    held.emulator.fault({ match: { path }, fault: { kind: 'answer', status: 503 } });
    const before = process.cpuUsage();
    const answer = await held.client.get(campaignsOf(euros), { campaign_ids: 'a'.repeat(8000) });
    expect(answer.status).not.toBe(503);
    const { user, system } = process.cpuUsage(before);
    expect(user + system).toBeLessThan(1_000_000);
  });

  test('skip the first requests if told to', async () => {
    held.emulator.fault({ skip: 1, times: 1, fault: { kind: 'answer', status: 500 } });
    expect([(await list()).status, (await list()).status, (await list()).status]).toEqual([
      200, 500, 200,
    ]);
  });

  test('answer with HTML, an empty body, headers', async () => {
    const text = '<html>down</html>';
    held.emulator.fault({ times: 1, fault: { kind: 'answer', status: 502, text } });
    const html = await list();
    expect(html).toMatchObject({ status: 502, text });
    expect(html.headers['content-type']).toBe('text/html');
    const headers = { 'retry-after': '-5' };
    held.emulator.fault({ times: 1, fault: { kind: 'answer', status: 204, headers } });
    const empty = await list();
    expect(empty).toMatchObject({ status: 204, text: '' });
    expect(empty.headers['retry-after']).toBe('-5');
  });

  test('redirect', async () => {
    const location = 'http://127.0.0.1:9/elsewhere';
    held.emulator.fault({ times: 1, fault: { kind: 'redirect', location, status: 307 } });
    const answer = await list();
    expect(answer.status).toBe(307);
    expect(answer.headers['location']).toBe(location);
  });

  test('drop a write before it is applied, or after', async () => {
    held.emulator.fault({ times: 1, fault: { kind: 'drop' } });
    await expect(create()).rejects.toThrow();
    expect(names()).not.toContain('Marked');
    held.emulator.fault({ times: 1, fault: { kind: 'drop', apply: true } });
    await expect(create()).rejects.toThrow();
    expect(names()).toContain('Marked');
  });

  test('answer 500 for a write that was applied', async () => {
    held.emulator.fault({ times: 1, fault: { kind: 'answer', status: 500, apply: true } });
    expect((await create()).status).toBe(500);
    expect(names()).toContain('Marked');
  });

  test.each(['headers', 'body'] as const)(
    'apply a write and cut its answer after the %s',
    async (at) => {
      held.emulator.fault({ times: 1, fault: { kind: 'cut', at } });
      await expect(create()).rejects.toThrow();
      expect(names()).toContain('Marked');
      expect(held.emulator.calls().at(-1)?.status).toBe(201);
    },
  );

  test('cut a body short under a length that says it is whole', async () => {
    const whole = (await list()).text;
    held.emulator.fault({ times: 1, fault: { kind: 'truncate' } });
    const half = await list();
    expect(half.status).toBe(200);
    expect(whole.startsWith(half.text)).toBe(true);
    expect(half.text.length).toBeLessThan(whole.length);
  });

  test('compress an answer, also more than once', async () => {
    held.emulator.fault({ times: 1, fault: { kind: 'gzip', layers: 2 } });
    const url = `${held.emulator.url}/12/accounts`;
    const header = authorization(held.emulator.credentials, { method: 'GET', url, data: {} });
    const answer = await request(url, { headers: { authorization: header } });
    expect(answer.headers['content-encoding']).toBe('gzip, gzip');
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    expect(JSON.parse(gunzipSync(gunzipSync(bytes)).toString())).toHaveProperty('data');
  });

  test('answer with few bytes that expand to many', async () => {
    held.emulator.fault({ times: 1, fault: { kind: 'bomb', bytes: 3_000_000 } });
    const url = `${held.emulator.url}/12/accounts`;
    const header = authorization(held.emulator.credentials, { method: 'GET', url, data: {} });
    const answer = await request(url, { headers: { authorization: header } });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    expect(bytes.length).toBeLessThan(30_000);
    expect(gunzipSync(bytes).length).toBeGreaterThan(3_000_000);
  });

  test('send a complete answer slowly', async () => {
    held.emulator.fault({ times: 1, fault: { kind: 'drip', bytes: 400, everyMs: 1 } });
    expect((await list()).body).toHaveProperty('data');
  });

  test.each(['hang', 'endless'] as const)(
    'send a complete body and never end: %s',
    async (kind) => {
      held.emulator.fault({ times: 1, fault: { kind } });
      const url = `${held.emulator.url}/12/accounts`;
      const header = authorization(held.emulator.credentials, { method: 'GET', url, data: {} });
      const abort = new AbortController();
      const answer = await request(url, {
        headers: { authorization: header },
        signal: abort.signal,
      });
      let text = '';
      const reading = (async () => {
        for await (const chunk of answer.body) {
          text += String(chunk);
          if (text.trimEnd().endsWith(']}')) abort.abort();
        }
      })();
      await expect(reading).rejects.toThrow(/abort/i);
      expect(JSON.parse(text)).toHaveProperty('data');
    },
  );

  test('make an answer huge', async () => {
    held.emulator.fault({ times: 1, fault: { kind: 'huge', bytes: 5_000_000 } });
    const answer = await list();
    expect(answer.text.length).toBeGreaterThan(5_000_000);
    expect(answer.body).toHaveProperty('data');
  });

  test('change the headers of a correct answer', async () => {
    const set = { 'x-account-rate-limit-reset': 'soon', 'content-type': 'text/plain' };
    const remove = ['x-rate-limit-reset'];
    held.emulator.fault({ times: 1, fault: { kind: 'headers', set, remove, status: 429 } });
    const answer = await list();
    expect(answer.status).toBe(429);
    expect(answer.headers).toMatchObject(set);
    expect(answer.headers).not.toHaveProperty('x-rate-limit-reset');
  });

  test('set and remove members of a correct answer', async () => {
    const set = { next_cursor: 0, errors: [{ code: 'X', message: 'y' }] };
    held.emulator.fault({ times: 1, fault: { kind: 'merge', set, remove: ['request'] } });
    const { body } = await list();
    expect(body).toMatchObject(set);
    expect(body).not.toHaveProperty('request');
    expect(body['data']).toHaveLength(3);
  });

  test('set columns of the rows of a correct answer', async () => {
    put(2);
    held.emulator.fault({ times: 1, fault: { kind: 'merge', columns: { name: 'Other' } } });
    const { body } = await list();
    const [right] = (await list()).body['data'] as readonly object[];
    expect(body['data']).toMatchObject(Array(2).fill({ name: 'Other' }));
    expect((body['data'] as readonly object[])[0]).toEqual({ ...right, name: 'Other' });
  });

  test('spoil the rows of a list, each in its way', async () => {
    put(3);
    const spoilt = async (edit: Parameters<typeof held.emulator.fault>[0]['fault']) => {
      held.emulator.fault({ times: 1, fault: edit });
      return list();
    };
    const kind = 'edit';
    const w = ['w000', 'w001', 'w002'];
    expect(idsIn(await spoilt({ kind, edit: 'duplicateRows' }))).toEqual(
      w.flatMap((id) => [id, id]),
    );
    expect(idsIn(await spoilt({ kind, edit: 'reverseRows' }))).toEqual(w.toReversed());
    expect(idsIn(await spoilt({ kind, edit: 'dropRow' }))).toEqual(['w001', 'w002']);
    expect(idsIn(await spoilt({ kind, edit: 'strangeRow' }))).toEqual([...w, 'zzstrange']);
    expect((await spoilt({ kind, edit: 'missingData' })).body).not.toHaveProperty('data');
    expect((await spoilt({ kind, edit: 'nullData' })).body['data']).toBeNull();
    expect((await spoilt({ kind, edit: 'unwrappedData' })).body['data']?.['id']).toBe('w000');
    const unknown = await spoilt({ kind, edit: 'unknownEnum' });
    expect(unknown.body['data']?.[0]?.['entity_status']).toBe('SOMETHING_NEW');
    const nulls = await spoilt({ kind, edit: 'nullColumns' });
    expect(nulls.body['data']?.[0]).toMatchObject({ id: 'w000', name: null });
    const account = await spoilt({ kind, edit: 'wrongAccount' });
    expect(account.body['request']).toEqual({ params: { account_id: 'zzother' } });
    const good = await list();
    expect(idsIn(good)).toEqual(w);
  });

  test('answer a write with another id, or wrapped', async () => {
    const id = await createCampaign();
    const path = `${campaignsOf(euros)}/${id}`;
    held.emulator.fault({ times: 1, fault: { kind: 'edit', edit: 'wrongId' } });
    expect((await held.client.put(path, { name: 'x' })).body['data']?.['id']).toBe('zzwrong');
    held.emulator.fault({ times: 1, fault: { kind: 'edit', edit: 'wrappedData' } });
    expect((await held.client.get(path)).body['data']).toMatchObject([{ id, name: 'x' }]);
  });

  test('make a cursor lead back to itself', async () => {
    held.emulator.fault({ fault: { kind: 'cursorLoop' } });
    const cursor = String((await list()).body['next_cursor']);
    const again = await held.client.get(campaignsOf(euros), { count: 3, cursor });
    expect(again.body['next_cursor']).toBe(cursor);
  });

  test('delay an answer', async () => {
    held.emulator.fault({ times: 1, fault: { kind: 'delay', delayMs: 200 } });
    const order: string[] = [];
    const late = list().then(({ status }) => order.push(`late ${status}`));
    while (held.emulator.calls().length === 0) await new Promise(setImmediate);
    await list().then(({ status }) => order.push(`prompt ${status}`));
    await late;
    expect(order).toEqual(['prompt 200', 'late 200']);
  });
});

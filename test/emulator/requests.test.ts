import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { errorsOf } from '../support/emulator.ts';
import { batchOf, campaignsOf, euros, foreign, story } from '../support/seeded.ts';
import { authorization } from '../support/signed.ts';

const { held, newCampaign } = story();

describe('a refused request', () => {
  const refusedReads = [
    ['an unknown route', '/12/accounts/a/bogus', {}, 404, 'ROUTE_NOT_FOUND'],
    ['an unknown parameter', campaignsOf(euros), { bogus: 1 }, 400, 'INVALID_PARAMETER'],
    ['a count that is no number', campaignsOf(euros), { count: 'x' }, 400, 'INVALID_PARAMETER'],
    ['a count of 0', campaignsOf(euros), { count: 0 }, 400, 'INVALID_PARAMETER'],
    ['a count of 1,001', campaignsOf(euros), { count: 1001 }, 400, 'INVALID_PARAMETER'],
    ['an order nobody knows', campaignsOf(euros), { sort_by: 'x-asc' }, 400, 'INVALID_PARAMETER'],
    ['a cursor of nobody', campaignsOf(euros), { cursor: 'c-zz' }, 400, 'INVALID_PARAMETER'],
    [
      'a total beside a cursor',
      campaignsOf(euros),
      { cursor: 'c-zz', with_total_count: true },
      400,
      'EXCLUSIVE_PARAMETERS',
    ],
    [
      'targeting without line items',
      `/12/accounts/${euros}/targeting_criteria`,
      {},
      400,
      'MISSING_PARAMETER',
    ],
    [
      'an id of other characters',
      `${campaignsOf(euros)}/a_b`,
      {},
      404,
      'INVALID_ID_ILLEGAL_CHARACTERS',
    ],
    [
      'a bad id among good ones',
      campaignsOf(euros),
      { campaign_ids: 'abc,a-b' },
      404,
      'INVALID_ID_ILLEGAL_CHARACTERS',
    ],
    ['a campaign that is not there', `${campaignsOf(euros)}/zzz`, {}, 404, 'CAMPAIGN_NOT_FOUND'],
    ['an account that is not there', campaignsOf('zzz'), {}, 403, 'ACCOUNT_NOT_FOUND'],
    ['an account of others', campaignsOf(foreign), {}, 403, 'ACCOUNT_NOT_FOUND'],
    ['another version', campaignsOf(euros).replace('/12/', '/5/'), {}, 400, 'INVALID'],
  ] as const;

  test.each(refusedReads)('%s', async (_what, path, query, status, code) => {
    const answer = await held.client.get(path, query);
    expect(answer.status).toBe(status);
    expect(answer.body['errors']?.[0]?.['code']).toBe(code);
    expect(answer.body).not.toHaveProperty('data');
  });

  test('has an error with its parameter and value, and the request in its answer', async () => {
    const answer = await held.client.get(campaignsOf(euros), { count: 'abc' });
    expect(answer.body).toEqual({
      errors: [
        {
          code: 'INVALID_PARAMETER',
          message: 'Expected Integer, got "abc" for count',
          parameter: 'count',
          value: 'abc',
        },
      ],
      request: { params: { account_id: euros } },
    });
  });

  test('of another version names the one that has the path', async () => {
    const answer = await held.client.get('/11/accounts');
    const message = 'Version 11.0 is not available. This path exists in version 12.';
    expect(answer.body).toEqual({
      errors: [{ code: 'INVALID', message }],
      request: { params: {} },
    });
  });

  test('with a method that the path does not accept gets 405', async () => {
    expect((await held.client.put(campaignsOf(euros))).status).toBe(405);
  });

  test('has a parameter twice', async () => {
    const url = `${held.emulator.url}${campaignsOf(euros)}`;
    const signature = authorization(held.emulator.credentials, {
      method: 'GET',
      url,
      data: { count: ['1', '1'] },
    });
    const answer = await request(`${url}?count=1&count=1`, {
      headers: { authorization: signature },
    });
    expect(answer.statusCode).toBe(400);
    expect(await answer.body.json()).toMatchObject({ errors: [{ parameter: 'count' }] });
  });

  test('has more than 200 ids in a list filter', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, i) => `x${i}`).join();
    expect((await held.client.get(campaignsOf(euros), { campaign_ids: ids(200) })).status).toBe(
      200,
    );
    expect((await held.client.get(campaignsOf(euros), { campaign_ids: ids(201) })).status).toBe(
      400,
    );
  });

  test('reports all problems at once', async () => {
    const answer = await held.client.post(campaignsOf(euros), { entity_status: 'RUNNING' });
    expect(errorsOf(answer)).toMatchObject({
      status: 400,
      errors: [
        { code: 'MISSING_PARAMETER', parameter: 'funding_instrument_id' },
        { code: 'MISSING_PARAMETER', parameter: 'name' },
        { code: 'INVALID_PARAMETER', parameter: 'entity_status', value: 'RUNNING' },
      ],
    });
  });

  test('has a batch without the content type of JSON', async () => {
    const form = await held.client.post(batchOf(euros), { a: 1 });
    expect(form.status).toBe(415);
    const broken = await held.client.send('POST', batchOf(euros), { raw: '[{' });
    expect(broken.status).toBe(400);
  });

  test('has JSON in place of a form', async () => {
    expect((await held.client.json(campaignsOf(euros), newCampaign())).status).toBe(415);
  });
});

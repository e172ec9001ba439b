import { beforeEach, describe, expect, test } from 'vitest';
import { games } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';

const device = 'lke1GZa3AseB343ZcCQq7svfHzLfuSqyYnE+Rf49MOI=';

const running = useGateway();
beforeEach(() => running.emulator.reset({ data: true }));

const conversion = {
  appId: '1487654321',
  osType: 'IOS',
  conversionType: 'PURCHASE',
  conversionTime: '2026-06-01T11:00:00.1234+02:00',
  hashedDeviceId: device,
};
const send = (more: object = {}) =>
  running.ask(
    `mutation ($input: RecordMobileConversionInput!) { recordMobileConversion(input: $input) {
      outcome errors { code argument message parameter value }
      mobileConversion { appId osType conversionType conversionTime conversionValueMicro clickWindow viewThroughWindow limitAdTracking raw
        twitterAttribution { attributionType engagementType engagementTime countryCode tweetId
          promotedProperties { accountId campaignId campaignName lineItemId lineItemObjective } }
        tpnAttribution { tweetId } }
    } }`,
    { input: { ...conversion, ...more } },
    { headers: { 'x-ads-trace': '1' } },
  );

describe('a mobile conversion', () => {
  test('is sent with milliseconds in UTC, and with all of its members', async () => {
    const { data, calls } = await send({
      clickWindow: 30,
      viewThroughWindow: 7,
      deviceIpAddress: '192.133.78.1',
      level: 2,
      nonTwitterEngagementTime: '2026-05-31T09:00:00Z',
      nonTwitterEngagementType: 'VIEW',
      numberItems: 2,
      priceCurrency: 'EUR',
      priceMicro: '123450000',
      userPaymentInfo: true,
    });
    expect(data.recordMobileConversion).toMatchObject({ outcome: 'APPLIED', errors: [] });
    expect(calls.map(({ method, path, queryText }) => `${method} ${path}${queryText}`)).toEqual([
      'POST /12/conversion_event',
    ]);
    expect(Object.fromEntries(new URLSearchParams(calls[0]?.body))).toEqual({
      app_id: '1487654321',
      os_type: 'IOS',
      conversion_type: 'PURCHASE',
      conversion_time: '2026-06-01T09:00:00.123Z',
      hashed_device_id: device,
      click_window: '30',
      view_through_window: '7',
      device_ip_address: '192.133.78.1',
      level: '2',
      non_twitter_engagement_time: '2026-05-31T09:00:00.000Z',
      non_twitter_engagement_type: 'VIEW',
      number_items: '2',
      price_currency: 'EUR',
      price_micro: '123450000',
      user_payment_info: 'true',
    });
    expect(data.recordMobileConversion.mobileConversion).toMatchObject({
      conversionTime: '2026-06-01T09:00:00Z',
      conversionValueMicro: '123450000',
      clickWindow: 30,
      viewThroughWindow: 7,
      raw: { conversion_time: '2026-06-01T09:00:00.123Z' },
    });
  });

  test('is attributed to an ad of the account that owns the app, or to none', async () => {
    const found = [];
    for (let n = 0; n < 8; n += 1) {
      const { data } = await send({
        appId: 'example.kumomobilegames',
        hashedDeviceId: `${device}${n}`,
      });
      found.push(data.recordMobileConversion.mobileConversion.twitterAttribution);
    }
    expect(found).toContain(null);
    const attribution = found.find((one) => one !== null);
    expect(attribution).toMatchObject({
      attributionType: 'PROMOTED',
      engagementType: 'CLICK',
      engagementTime: '2026-06-01T08:00:00Z',
      tweetId: expect.stringMatching(/^\d+$/),
      promotedProperties: { accountId: games },
    });
    const { campaignId, lineItemId } = attribution.promotedProperties;
    const { data } = await running.ask(
      `{ account(id: "${games}") { lineItem(id: "${lineItemId}", withDeleted: true) { campaignId } } }`,
    );
    expect(data.account.lineItem.campaignId).toBe(campaignId);
    const foreign = await send({ appId: 'com.example.nobody' });
    expect(foreign.data.recordMobileConversion.mobileConversion.twitterAttribution).toBeNull();
  });

  test('does not repeat the device, neither in the answer nor in a trace', async () => {
    const { data, extensions } = await send({ deviceIpAddress: '192.133.78.1' });
    expect(data.recordMobileConversion.outcome).toBe('APPLIED');
    expect(data.recordMobileConversion.mobileConversion.raw).toHaveProperty('app_id');
    expect(JSON.stringify([data, extensions])).not.toMatch(/lke1GZa3|192\.133|hashed_device_id/);
  });
});

describe('the windows of a mobile conversion', () => {
  test.each([
    [{ clickWindow: 7, viewThroughWindow: 14 }, 'viewThroughWindow'],
    // The default of the click window is 14 days, that of the view window 1.
    [{ viewThroughWindow: 30 }, 'viewThroughWindow'],
    [{ clickWindow: 2 }, 'clickWindow'],
    [{ viewThroughWindow: 2 }, 'viewThroughWindow'],
    [{ appId: '' }, 'appId'],
    [{ priceCurrency: 'euro' }, 'priceCurrency'],
    [{ priceMicro: '-1' }, 'priceMicro'],
    [{ deviceIpAddress: 'my phone' }, 'deviceIpAddress'],
    [{ deviceIpAddress: '999.1.1.1' }, 'deviceIpAddress'],
    [{ hashedDeviceId: '' }, 'hashedDeviceId'],
  ])('and its other values are checked before any call: %j', async (more, argument) => {
    const { data, calls } = await send(more);
    expect(calls).toEqual([]);
    expect(data.recordMobileConversion).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'BAD_USER_INPUT', argument: `input.${argument}` }],
    });
    expect(JSON.stringify(data)).not.toContain('my phone');
  });

  test.each([
    [{ clickWindow: 1 }],
    [{ viewThroughWindow: 14 }],
    [{ clickWindow: 30, viewThroughWindow: 30 }],
    [{ viewThroughWindow: 0 }],
  ])('may be %j', async (more) => {
    const { data } = await send(more);
    expect(data.recordMobileConversion.outcome).toBe('APPLIED');
  });
});

test('an answer that does not mention the conversion leaves its outcome UNKNOWN', async () => {
  running.emulator.fault({ fault: { kind: 'answer', status: 201, json: { data: {} } } });
  const { data, calls } = await send();
  expect(data.recordMobileConversion).toMatchObject({
    outcome: 'UNKNOWN',
    mobileConversion: null,
    errors: [{ code: 'UPSTREAM_OUTCOME_UNKNOWN' }],
  });
  expect(calls).toHaveLength(1);
});

test('a refusal of the API that mentions the device is not passed on', async () => {
  const echo = {
    code: 'INVALID',
    message: `${device} is unknown`,
    parameter: 'hashed_device_id',
    value: device,
  };
  running.emulator.fault({ fault: { kind: 'answer', status: 400, json: { errors: [echo] } } });
  const { data, errors, extensions } = await send();
  expect(data.recordMobileConversion).toMatchObject({
    outcome: 'REJECTED',
    mobileConversion: null,
    errors: [{ code: 'INVALID', argument: 'input.hashedDeviceId', value: null }],
  });
  expect(JSON.stringify([data, errors, extensions])).not.toContain(device);
});

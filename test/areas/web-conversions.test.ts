import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';

const [pixel, event] = ['oik3s', 'eik3s0'];
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const agent = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const click = '23opevjt88psuo13lu8d020qkn';

const running = useGateway();
beforeEach(() => running.emulator.reset({ data: true }));

const conversion = (more: object = {}) => ({
  conversionTime: '2026-02-18T01:14:00.603Z',
  eventId: event,
  identifiers: [{ twclid: click }],
  ...more,
});
const send = (conversions: readonly unknown[], more: object = {}) =>
  running.ask(
    `mutation ($input: RecordWebConversionsInput!) { recordWebConversions(input: $input) {
      outcome conversionsProcessed debugId errors { code reason argument message }
    } }`,
    { input: { pixelId: pixel, conversions, ...more } },
  );
const recorded = () => running.emulator.store.rows('WebConversion', bikes);

describe('web conversions', () => {
  test('are sent as in the public documentation, with milliseconds and exact prices', async () => {
    const { data, calls } = await send(
      [
        conversion({
          identifiers: [
            { twclid: click },
            { hashedEmail: ' Test@Twitter.com' },
            { hashedPhoneNumber: '+1 123 456-7890' },
            { ipAddress: '1.0.0.0', userAgent: agent },
          ],
          value: '20.00',
          numberItems: 3,
          conversionId: '23294827',
          description: 'Pet supply purchases',
          contents: [
            {
              contentId: '1',
              contentName: 'Blankets',
              contentType: 'Pet supplies',
              contentPrice: '100.990',
              numItems: 1,
              contentGroupId: '123',
            },
          ],
        }),
      ],
      { forms: { hashedEmail: 'RAW', hashedPhoneNumber: 'RAW' } },
    );
    expect(data.recordWebConversions).toEqual({
      outcome: 'APPLIED',
      conversionsProcessed: 1,
      debugId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      errors: [],
    });
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST /12/measurement/conversions/${pixel}`,
    ]);
    expect(calls[0]?.body).toContain('"content_price":100.990,');
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual({
      conversions: [
        {
          conversion_time: '2026-02-18T01:14:00.603Z',
          event_id: event,
          identifiers: [
            { twclid: click },
            // Both hashes are examples of the public documentation.
            { hashed_email: 'd360d510a224510f373931ce2d6215a799f5a9c1cef221b0149b6b6b50cced62' },
            {
              hashed_phone_number:
                '1fa6b8d986d9b9cd01bf36951815158bbde9f520c0567c835dfe34783d0a4231',
            },
            { ip_address: '1.0.0.0', user_agent: agent },
          ],
          value: '20.00',
          number_items: 3,
          conversion_id: '23294827',
          description: 'Pet supply purchases',
          contents: [
            {
              content_id: '1',
              content_name: 'Blankets',
              content_type: 'Pet supplies',
              content_price: 100.99,
              num_items: 1,
              content_group_id: '123',
            },
          ],
        },
      ],
    });
  });

  test('with the id of an earlier one are processed, and recorded once', async () => {
    const once = conversion({ conversionId: 'order-1' });
    for (const conversions of [[once, once], [once]]) {
      const { data } = await send(conversions);
      expect(data.recordWebConversions).toMatchObject({
        outcome: 'APPLIED',
        conversionsProcessed: conversions.length,
      });
    }
    expect(recorded()).toHaveLength(1);
    await send([conversion(), conversion()]);
    expect(recorded()).toHaveLength(3);
  });

  test('leave no data of the person in the records', async () => {
    await send([conversion({ identifiers: [{ twclid: click, ipAddress: '1.0.0.0' }] })]);
    expect(recorded()).toHaveLength(1);
    expect(JSON.stringify(recorded())).not.toMatch(/23opevjt|1\.0\.0\.0/);
  });

  test.each(['eik3s0', 'EIK3S0', 'tw-oik3s-eik3s0'])('name their event as %s', async (eventId) => {
    const { data } = await send([conversion({ eventId })]);
    expect(data.recordWebConversions.outcome).toBe('APPLIED');
  });

  test.each([
    ['an event of another pixel', { eventId: 'ef3e20' }],
    ['an event with another pixel', { eventId: 'tw-of3e2-eik3s0' }],
  ])('about %s are REJECTED as a whole', async (_what, more) => {
    const { data } = await send([conversion(), conversion(more)]);
    expect(data.recordWebConversions).toMatchObject({
      outcome: 'REJECTED',
      conversionsProcessed: null,
      errors: [{ code: 'INVALID_PARAMETER' }],
    });
    expect(recorded()).toEqual([]);
  });
});

describe('the person of a conversion', () => {
  test.each([
    ['an IP address', [{ ipAddress: '8.25.197.25' }], 'ipAddress'],
    ['a browser', [{ userAgent: agent }], 'userAgent'],
    ['two IP addresses', [{ ipAddress: '8.25.197.25' }, { ipAddress: '::1' }], 'ipAddress'],
  ])(
    'is not identified by %s alone, which is refused before any call',
    async (_what, identifiers, member) => {
      const { data, calls } = await send([conversion(), conversion({ identifiers })]);
      expect(calls).toEqual([]);
      expect(data.recordWebConversions).toMatchObject({
        outcome: 'REJECTED',
        errors: [{ argument: `input.conversions[1].identifiers[0].${member}` }],
      });
    },
  );

  test.each([
    ['both of them', [{ ipAddress: '8.25.197.25', userAgent: agent }]],
    ['both, apart', [{ ipAddress: '2001:db8::8a2e:370:7334' }, { userAgent: agent }]],
    ['a click beside it', [{ ipAddress: '8.25.197.25' }, { twclid: click }]],
    ['a hash beside it', [{ userAgent: agent, hashedEmail: sha256('a'), twclid: null }]],
  ])('is identified by %s', async (_what, identifiers) => {
    const { data, calls } = await send([conversion({ identifiers })]);
    expect(data.recordWebConversions.outcome).toBe('APPLIED');
    expect(calls[0]?.body).not.toContain('null');
  });

  const jane = 'jane.secret@example.com';
  test.each([
    ['nobody', [], 'identifiers'],
    ['nothing', [{}], 'identifiers[0].twclid'],
    ['a raw address where a hash is said', [{ hashedEmail: jane }], 'identifiers[0].hashedEmail'],
    ['no IP address', [{ twclid: click, ipAddress: jane }], 'identifiers[0].ipAddress'],
    [
      'an IP address beyond 255',
      [{ twclid: click, ipAddress: '999.1.1.1' }],
      'identifiers[0].ipAddress',
    ],
    [
      'an IP address of two parts',
      [{ twclid: click, ipAddress: '1:2::3::4' }],
      'identifiers[0].ipAddress',
    ],
    [
      'an IP address of one link only',
      [{ twclid: click, ipAddress: 'fe80::1%eth0' }],
      'identifiers[0].ipAddress',
    ],
    ['an IP address between spaces', [{ ipAddress: ' 1.0.0.0' }], 'identifiers[0].ipAddress'],
    ['a browser after a space', [{ userAgent: ` ${jane}` }], 'identifiers[0].userAgent'],
    ['an empty click', [{ twclid: '' }], 'identifiers[0].twclid'],
  ])('cannot be %s, which is neither sent nor repeated', async (_what, identifiers, argument) => {
    const { data, errors, calls } = await send([conversion({ identifiers })]);
    expect(calls).toEqual([]);
    expect(data.recordWebConversions).toMatchObject({
      outcome: 'REJECTED',
      errors: expect.arrayContaining([
        expect.objectContaining({
          code: 'BAD_USER_INPUT',
          argument: `input.conversions[0].${argument}`,
        }),
      ]),
    });
    expect(JSON.stringify([data, errors])).not.toContain('jane');
  });

  test.each([
    [{ eventId: 'not an event' }, 'eventId'],
    [{ value: '1,50' }, 'value'],
    [{ value: '1e5' }, 'value'],
    [{ priceCurrency: 'euro' }, 'priceCurrency'],
    [{ numberItems: 0 }, 'numberItems'],
    [{ contents: [{ contentPrice: '-1' }] }, 'contents[0].contentPrice'],
  ])('needs a valid conversion: %j is refused before any call', async (more, argument) => {
    const { data, calls } = await send([conversion(more)]);
    expect(calls).toEqual([]);
    expect(data.recordWebConversions.errors).toMatchObject([
      { code: 'BAD_USER_INPUT', argument: `input.conversions[0].${argument}` },
    ]);
  });
});

describe('the outcome of a recording', () => {
  test.each([
    ['fewer', { conversions_processed: 1 }, 1],
    ['more', { conversions_processed: '3' }, '3'],
    ['none', {}, null],
  ])('is UNKNOWN if the API processed %s than were sent', async (_what, counts, _told) => {
    running.emulator.fault({
      fault: { kind: 'merge', set: { data: { ...counts, debug_id: 'd' } } },
    });
    const { data, calls } = await send([conversion({ conversionId: 'a' }), conversion()]);
    expect(calls).toHaveLength(1);
    const { outcome, debugId, errors } = data.recordWebConversions;
    expect({ outcome, debugId }).toEqual({ outcome: 'UNKNOWN', debugId: 'd' });
    expect(errors[0].message).toContain('2 records were sent');
    expect(errors[0].message).toContain('twice that have no conversionId');
  });

  test('says that a retry is safe if every conversion has an id', async () => {
    running.emulator.fault({ fault: { kind: 'merge', set: { data: {} } } });
    const { data } = await send([conversion({ conversionId: 'a' })]);
    expect(data.recordWebConversions.errors[0].message).toContain('again is safe');
  });

  test('is UNKNOWN without an answer, and a keyed request is sent once', async () => {
    running.emulator.fault({ times: 1, fault: { kind: 'cut', at: 'body' } });
    const keyed = { idempotencyKey: 'conversions of Monday' };
    const first = await send([conversion()], keyed);
    expect(first.data.recordWebConversions.outcome).toBe('UNKNOWN');
    const again = await send([conversion()], keyed);
    expect(again.calls).toEqual([]);
    expect(again.data.recordWebConversions.errors[0].message).toContain('no way to read it back');
  });

  test('is REJECTED for a missing pixel, and for a user without the role', async () => {
    const unknown = await send([conversion()], { pixelId: 'nope' });
    expect(unknown.data.recordWebConversions).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'NOT_FOUND' }],
    });
    const { credentials } = running.emulator;
    running.emulator.grant(credentials.userId, bikes, ['CREATIVE_MANAGER']);
    const refused = await send([conversion()]);
    expect(refused.data.recordWebConversions).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'ACTION_NOT_ALLOWED' }],
    });
    running.emulator.grant(credentials.userId, bikes, ['AD_MANAGER']);
    expect((await send([conversion()])).data.recordWebConversions.outcome).toBe('APPLIED');
    const foreign = await send([conversion({ eventId: 'e0t3l0' })], { pixelId: 'o0t3l' });
    expect(foreign.data.recordWebConversions.outcome).toBe('REJECTED');
  });

  test('is a rate limit after 60,000 conversions of an account in a quarter of an hour', async () => {
    running.emulator.set({ rateWindows: true });
    running.emulator.store.insert('WebConversionWindow', bikes, {
      id: bikes,
      ends_at: Date.now() + 900_000,
      events: 59_999,
    });
    expect((await send([conversion()])).data.recordWebConversions.outcome).toBe('APPLIED');
    const { errors } = await send([conversion()]);
    expect(errors?.[0]?.extensions.code).toBe('UPSTREAM_RATE_LIMITED');
    expect(recorded()).toHaveLength(1);
  });
});

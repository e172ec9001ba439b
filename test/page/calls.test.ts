import { expect, test } from 'vitest';
import type { TracedCall } from '../../client/extensions.ts';
import { curlOf } from '../../explorer/page/calls/curl.ts';
import { kindOf, segmentsOf } from '../../explorer/page/calls/segments.ts';
import { fieldsOf } from '../../explorer/page/gateway/answer-body.ts';

const call: TracedCall = {
  endpoint: 'listCampaigns',
  method: 'GET',
  path: '/12/accounts/a/campaigns',
  status: 200,
  durationMs: 30,
  attempts: 1,
  ids: null,
  startMs: 10,
  round: 1,
  field: 'account.campaigns',
};

test('the bar of a call has each attempt, and the waits before them', () => {
  const tries = [
    { startMs: 10, durationMs: 20, status: 503, waitMs: 0 },
    { startMs: 130, durationMs: 15.5, status: null, waitMs: 100 },
    { startMs: 150, durationMs: 50, status: 429, waitMs: 0.4 },
    { startMs: 300, durationMs: 8, status: 200, waitMs: 1200 },
  ];
  expect(segmentsOf({ ...call, tries }, 999)).toEqual([
    { kind: 'bad', from: 10, to: 30, title: 'attempt 1: 503 after 20 ms' },
    { kind: 'waits', from: 30, to: 130, title: 'waited 100 ms' },
    { kind: 'bad', from: 130, to: 145.5, title: 'attempt 2: no response after 16 ms' },
    { kind: 'warn', from: 150, to: 200, title: 'attempt 3: 429 after 50 ms' },
    { kind: 'waits', from: -900, to: 300, title: 'waited 1.20 s' },
    { kind: 'good', from: 300, to: 308, title: 'attempt 4: 200 after 8 ms' },
  ]);
});

test('a running call lasts until now', () => {
  const tries = [{ startMs: 10, durationMs: null, status: null, waitMs: 0 }];
  expect(segmentsOf({ ...call, durationMs: null, tries }, 70)).toEqual([
    { kind: 'running', from: 10, to: 70, title: 'attempt 1, running' },
  ]);
});

test('an unsent call is shown as such, and waits while it may still be sent', () => {
  expect(segmentsOf({ ...call, status: null }, 99)).toEqual([
    { kind: 'bad', from: 10, to: 40, title: 'nothing was sent' },
  ]);
  expect(segmentsOf({ ...call, durationMs: null }, 99)).toEqual([
    { kind: 'waits', from: 10, to: 99, title: 'nothing was sent' },
  ]);
});

test.each([
  [null, 'bad'],
  [500, 'bad'],
  [429, 'warn'],
  [400, 'warn'],
  [399, 'good'],
  [200, 'good'],
])('a status of %s is %s', (status, kind) => {
  expect(kindOf(status)).toBe(kind);
});

test('a call belongs to the field that made it and to those that share it', () => {
  expect(fieldsOf(call)).toEqual(['account.campaigns']);
  expect(fieldsOf({ ...call, alsoFor: ['two.campaigns'] })).toEqual([
    'account.campaigns',
    'two.campaigns',
  ]);
  expect(fieldsOf({ ...call, field: null })).toEqual([]);
});

const emulator = { ads: 'http://ads', sandbox: 'http://sandbox', platform: 'http://platform' };

test.each([
  ['of the emulator', call, { emulator, elsewhere: {} }, ' "http://ads/12/accounts/a/campaigns"'],
  [
    'of another host of it',
    call,
    { emulator, elsewhere: { listCampaigns: 'platform' as const } },
    ' "http://platform/12/accounts/a/campaigns"',
  ],
  [
    'of live keys, with a variable for the host',
    { ...call, method: 'DELETE' },
    { emulator: null, elsewhere: {} },
    ' -X DELETE "$ADS_API_URL/12/accounts/a/campaigns"',
  ],
])('a call %s is a command without a signature, which it mentions', (_title, one, facts, rest) => {
  const [remark, command] = curlOf(one, facts).split('\n');
  expect(remark).toMatch(/^# The gateway signs this call /);
  expect(command).toBe(`curl -i${rest}`);
});

import { expect, test } from 'vitest';
import { itemTitles } from '../../explorer/page/answer/write-input.ts';
import type { AnswerBody } from '../../explorer/page/gateway/answer-body.ts';
import { isUnknown, verdictsOf, writesOf } from '../../explorer/page/run/endings.ts';
import { bikes } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';
import { askedRun, runOf } from './ended-run.ts';

const running = useGateway();

const verdicts = (query: string, body: AnswerBody) =>
  verdictsOf(runOf(query, body)).map(({ text, tone }) => [text, tone]);

const rename = (value: string): string =>
  `updateCampaign(input: { accountId: "${bikes}", campaignId: "cik3s001", name: "${value}" })`;

test.each([
  ['a write that was applied', `{ ${rename('Other')} { outcome } }`, ['no errors', 'good']],
  [
    'two of three that were refused',
    `{ a: ${rename('')} { outcome } b: ${rename('Fine')} { outcome } c: ${rename('')} { outcome } }`,
    ['2 writes rejected', 'bad'],
  ],
  [
    'an outcome that is not selected',
    `{ ${rename('')} { errors { message } } }`,
    ['outcome not shown', 'muted'],
  ],
  [
    'an outcome under another name',
    `{ ${rename('')} { how: outcome } }`,
    ['outcome not shown', 'muted'],
  ],
])('%s has its verdict', async (_title, selection, verdict) => {
  const run = await askedRun(running, `mutation ${selection}`);
  expect(verdictsOf(run).map(({ text, tone }) => [text, tone])).toEqual([verdict]);
  running.emulator.reset({ data: true });
});

test('errors, refusals and unknown outcomes are counted separately', () => {
  const data = {
    a: { outcome: 'REJECTED' },
    b: { outcome: 'UNKNOWN' },
    c: { outcome: 'APPLIED', results: [{ outcome: 'APPLIED' }, { outcome: 'UNKNOWN' }] },
    d: { outcome: 'APPLIED' },
  };
  const errors = [{ message: 'no' }];
  expect(verdicts('mutation { a: x { outcome } }', { data, errors })).toEqual([
    ['1 error', 'bad'],
    ['1 write rejected', 'bad'],
    ['2 outcomes unknown', 'warn'],
  ]);
});

test('queries have no outcome to show', () => {
  expect(verdicts('{ viewer { userId } }', { data: { viewer: { userId: '1' } } })).toEqual([
    ['no errors', 'good'],
  ]);
});

test('each item of a batch has its outcome', async () => {
  const update = (id: string, name: string) => ({ update: { campaignId: id, name } });
  const operations = [update('cik3s001', ''), update('cik3s000', 'Fine')];
  const run = await askedRun(
    running,
    `mutation ($input: BatchCampaignsInput!) {
      batchCampaigns(input: $input) { outcome results { index outcome } } }`,
    { input: { accountId: bikes, operations } },
  );
  const [write] = writesOf(run);
  expect(write?.ended.outcome).toBe('REJECTED');
  expect(write?.items.map(({ outcome }) => outcome)).toEqual(['REJECTED', 'NOT_APPLIED']);
  expect(write && isUnknown(write)).toBe(false);
  expect(running.emulator.calls().filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('items are named after their operations', () => {
  const operations = [
    { create: { name: 'Autumn sale', fundingInstrumentId: 'f' } },
    { update: { campaignId: 'cik3s001', name: 'New' } },
    { delete: { campaignId: 'cik3s002' } },
    { create: { lineItemId: 'l' } },
    null,
  ];
  expect(itemTitles({ operations })).toEqual([
    'create “Autumn sale”',
    'update cik3s001',
    'delete cik3s002',
    'create',
    '',
  ]);
  expect(itemTitles({ name: 'no batch' })).toEqual([]);
  expect(itemTitles(null)).toEqual([]);
});

import { expect, test } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import type { Endpoint } from '../../src/upstream/catalogue/language/endpoint.ts';
import type { Ads } from '../../src/upstream/client/client.ts';
import { TransportError, UpstreamError } from '../../src/upstream/client/errors.ts';
import type { Case } from '../support/answers.ts';
import { checker } from '../support/answers.ts';
import type { Oracle, Plain } from '../support/list-oracle.ts';
import { createOracle } from '../support/list-oracle.ts';

const at = (n: number) => ({ created_at: `2026-01-0${n}T00:00:00Z`, deleted: false });

const rows = {
  Account: [{ id: 'a1', name: 'One', ...at(1) }],
  Campaign: [
    { id: 'c1', name: 'C1', funding_instrument_id: 'f1', ...at(1) },
    { id: 'c2', name: 'C2', funding_instrument_id: 'f1', ...at(2) },
    { id: 'c3', name: 'C3', funding_instrument_id: null, ...at(3) },
  ],
  LineItem: [
    { id: 'l1', name: 'L1', campaign_id: 'c1', ...at(1) },
    { id: 'l2', name: 'L2', campaign_id: 'c1', ...at(2) },
    { id: 'l3', name: 'L3', campaign_id: 'c3', ...at(3) },
  ],
  FundingInstrument: [
    {
      id: 'f1',
      description: { not: 'text' },
      able_to_fund: 'false',
      start_time: '2026-03-01T10:00:00+02:00',
      end_time: 'soon',
      type: 'INVENTED',
      reasons_not_able_to_fund: ['ONE', ['TWO'], 'THREE'],
      credit_limit_local_micro: '9007199254740993',
      funded_amount_local_micro: 12500000,
      currency: 'JPY',
      ...at(1),
    },
  ],
  Card: [
    {
      id: '71',
      name: 'Card',
      components: [
        { type: 'MEDIA', media_key: '3_1' },
        { type: 'BUTTON', label: { type: 'ENUM', value: 'BOOK' } },
        { type: 'HOLOGRAM', depth: 3, secret: 'x' },
        null,
      ],
      slides: [[{ type: 'MEDIA', media_key: '3_2' }], []],
      ...at(1),
    },
  ],
  CustomAudience: [{ id: 'u1', ...at(1) }],
  TargetedCampaign: [
    { campaign_id: 'c1', line_items: [{ id: 'l1', name: 'L1' }, { name: 'nameless' }, 'text'] },
    { campaign_id: 'c2', line_items: null },
  ],
  AccountHistoryEntry: [
    { entity: 'LINE_ITEM', entity_id: 'l1', change_type: 'UPDATE' },
    { entity: 'CAMPAIGN', entity_id: 'c2', change_type: 'CREATE' },
    { entity: 'CAMPAIGN', entity_id: 'gone', change_type: 'DELETE' },
    { entity: 'CAMPAIGN', entity_id: 'bad1', change_type: 'DELETE' },
    { entity: 'SOMETHING', entity_id: 'x', change_type: 'CREATE' },
    { entity: 'CAMPAIGN', entity_id: 5, change_type: 'CREATE' },
  ],
};

const forbidden = (endpoint: Endpoint, parameter?: string): Error => {
  const problem = { code: 'UNAUTHORIZED_ACCESS', message: 'no' };
  const problems = [parameter === undefined ? problem : { ...problem, parameter }];
  return new UpstreamError({ endpoint: endpoint.name, status: 403, problems });
};

// Ids that begin with `bad` are refused, and so are the lists of c3.
const refuse = (endpoint: Endpoint, input: Plain): void => {
  for (const [name, value] of Object.entries(input)) {
    const ids = [value].flat().map(String);
    const isBad = (id: string): boolean =>
      id.startsWith('bad') ||
      (name === 'campaign_ids' && endpoint.name === 'listLineItems' && id === 'c3');
    if (!ids.some(isBad)) continue;
    throw ids.length > 1 ? forbidden(endpoint, name) : forbidden(endpoint);
  }
  if (endpoint.name === 'listFeatures') {
    throw new TransportError('UPSTREAM_TIMEOUT', endpoint.name, 'too slow', { sent: true });
  }
};

let asked: Oracle['asked'][] = [];

// Reads of campaigns arrive long after all others.
const slowAds = (): Ads => {
  const oracle = createOracle({ rows, refuse });
  asked.push(oracle.asked);
  const call: Ads['call'] = async (endpoint, input) => {
    const turns = endpoint.name.includes('Campaign') ? 5 : 0;
    for (let turn = 0; turn < turns; turn += 1) await new Promise((go) => setImmediate(go));
    return oracle.ads.call(endpoint, input);
  };
  return { ...oracle.ads, call };
};

const { answers } = checker(schema, slowAds);

interface RowCase extends Case {
  /** The called endpoints, in alphabetical order. */
  readonly calls: readonly string[];
}

const calls = ([first = []]: readonly Oracle['asked'][]): readonly string[] =>
  first.map(({ endpoint }) => endpoint).sort();

const times = (count: number, name: string): readonly string[] =>
  Array.from({ length: count }, () => name);

const cases: readonly RowCase[] = [
  {
    title: 'entities by id stand at the places of their ids, whoever fails beside them',
    text: '{ nodes(ids: ["Campaign:a1:bad1", "LineItem:a1:l1", "Campaign:a1:none", "Campaign:a1:c1", "LineItem:a1:bad2", "Account:a1"]) { id ... on Campaign { name } ... on LineItem { item: name } } }',
    data: '{"nodes":[null,{"id":"LineItem:a1:l1","item":"L1"},null,{"id":"Campaign:a1:c1","name":"C1"},null,{"id":"Account:a1"}]}',
    errors: ['nodes.0 FORBIDDEN', 'nodes.4 FORBIDDEN'],
    calls: ['getAccount', ...times(5, 'listCampaigns'), ...times(3, 'listLineItems')],
  },
  {
    title: 'an unknown entity of which ids alone are selected is null',
    text: '{ node(id: "Campaign:a1:none") { __typename id ... on Campaign { restId accountId account { id } } ... on LineItem { name } } }',
    data: '{"node":null}',
    calls: ['getCampaign'],
  },
  {
    title: 'a link of which the ids are enough is not read',
    text: '{ account(id: "a1") { campaigns { nodes { fundingInstrument { __typename id account { id } } } } } }',
    data: '{"account":{"campaigns":{"nodes":[{"fundingInstrument":{"__typename":"FundingInstrument","id":"FundingInstrument:a1:f1","account":{"id":"Account:a1"}}},{"fundingInstrument":{"__typename":"FundingInstrument","id":"FundingInstrument:a1:f1","account":{"id":"Account:a1"}}},{"fundingInstrument":null}]}}}',
    calls: ['listCampaigns'],
  },
  {
    title: 'links of a history to entities of all kinds',
    text: '{ account(id: "a1") { history(entityId: "c1", entityType: CAMPAIGN, startTime: "2026-01-01T00:00:00Z", endTime: "2026-01-02T00:00:00Z") { nodes { changeType entity { __typename ... on Campaign { name } ...L } } } } } fragment L on LineItem { item: name campaign { name } }',
    data: '{"account":{"history":{"nodes":[{"changeType":"UPDATE","entity":{"__typename":"LineItem","item":"L1","campaign":{"name":"C1"}}},{"changeType":"CREATE","entity":{"__typename":"Campaign","name":"C2"}},{"changeType":"DELETE","entity":null},{"changeType":"DELETE","entity":null},{"changeType":"CREATE","entity":null},{"changeType":"CREATE","entity":null}]}}}',
    errors: ['account.history.nodes.3.entity FORBIDDEN'],
    calls: ['getCampaign', 'getLineItem', 'listAccountHistory', ...times(3, 'listCampaigns')],
  },
  {
    title: 'one list of several parents fails alone, edges beside nodes and totals',
    text: '{ account(id: "a1") { name features campaigns(first: 2) { totalCount pageInfo { hasNextPage hasPreviousPage } nodes { id } edges { node { name lineItems(first: 1) { totalCount nodes { name } pageInfo { hasNextPage } } } } } c3: campaign(id: "c3") { name lineItems { nodes { id } } fundingInstrument { id } } } }',
    data: '{"account":{"name":"One","features":null,"campaigns":{"totalCount":3,"pageInfo":{"hasNextPage":true,"hasPreviousPage":false},"nodes":[{"id":"Campaign:a1:c1"},{"id":"Campaign:a1:c2"}],"edges":[{"node":{"name":"C1","lineItems":{"totalCount":2,"nodes":[{"name":"L1"}],"pageInfo":{"hasNextPage":true}}}},{"node":{"name":"C2","lineItems":{"totalCount":0,"nodes":[],"pageInfo":{"hasNextPage":false}}}}]},"c3":{"name":"C3","lineItems":null,"fundingInstrument":null}}}',
    errors: ['account.c3.lineItems FORBIDDEN', 'account.features UPSTREAM_TIMEOUT'],
    calls: [
      'getAccount',
      'getCampaign',
      'listCampaigns',
      'listFeatures',
      ...times(2, 'listLineItems'),
    ],
  },
  {
    title: 'nested objects of several kinds, one of them unknown and one missing',
    text: '{ account(id: "a1") { card(id: "71") { slides { ...C } name } } } fragment C on CardComponent { __typename ... on MediaComponent { mediaKey } ... on ButtonComponent { label { value } } ... on UnrecognizedObject { value } }',
    data: '{"account":{"card":{"slides":[[{"__typename":"MediaComponent","mediaKey":"3_2"}],[]],"name":"Card"}}}',
    calls: ['getCard'],
  },
  {
    title: 'a missing one among nested objects takes their list away',
    text: '{ account(id: "a1") { card(id: "71") { components { __typename } name } } }',
    data: '{"account":{"card":{"components":null,"name":"Card"}}}',
    errors: ['account.card.components.3 UPSTREAM_BAD_RESPONSE'],
    calls: ['getCard'],
  },
  {
    title: 'links of nested objects, one of which has no id to follow',
    text: '{ account(id: "a1") { customAudience(id: "u1") { targeted { nodes { campaignId lineItems { name lineItem { name } } } } } } }',
    data: '{"account":{"customAudience":{"targeted":{"nodes":[{"campaignId":"c1","lineItems":[{"name":"L1","lineItem":{"name":"L1"}},{"name":"nameless","lineItem":null},{"name":null,"lineItem":null}]},{"campaignId":"c2","lineItems":null}]}}}}',
    calls: ['getLineItem', 'listTargetedCampaigns'],
  },
  {
    title: 'columns that hold something else than they should, told each at its place',
    text: '{ account(id: "a1") { fundingInstruments { nodes { description reasonsNotAbleToFund type currency creditLimitLocalMicro creditLimit { micros amount currency } funded { amount } } } } }',
    data: '{"account":{"fundingInstruments":{"nodes":[{"description":null,"reasonsNotAbleToFund":null,"type":"UNRECOGNIZED","currency":"JPY","creditLimitLocalMicro":"9007199254740993","creditLimit":{"micros":"9007199254740993","amount":"9007199254.740993","currency":"JPY"},"funded":{"amount":"12.5"}}]}}}',
    errors: [
      'account.fundingInstruments.nodes.0.description UPSTREAM_BAD_RESPONSE',
      'account.fundingInstruments.nodes.0.reasonsNotAbleToFund.1 UPSTREAM_BAD_RESPONSE',
    ],
    calls: ['listFundingInstruments'],
  },
  {
    title: 'times are in UTC whatever offset they came with, and null where they are none',
    text: '{ account(id: "a1") { fundingInstruments { nodes { startTime endTime createdAt } } } }',
    data: '{"account":{"fundingInstruments":{"nodes":[{"startTime":"2026-03-01T08:00:00Z","endTime":null,"createdAt":"2026-01-01T00:00:00Z"}]}}}',
    errors: ['account.fundingInstruments.nodes.0.endTime UPSTREAM_BAD_RESPONSE'],
    calls: ['listFundingInstruments'],
  },
];

test.each(cases)('$title', async ({ calls: expected, ...one }) => {
  asked = [];
  await answers(one);
  expect(calls(asked)).toEqual(expected);
});

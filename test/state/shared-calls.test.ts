import { expect, test } from 'vitest';
import { bikes } from '../support/accounts.ts';
import { useGateway } from '../support/gateway.ts';

const running = useGateway();

const other = '18ce54trv4l';

interface TracedCall {
  readonly endpoint: string;
  readonly field: string;
  readonly alsoFor?: readonly string[];
}

const callsOf = async (document: string): Promise<readonly TracedCall[]> => {
  const { extensions } = await running.ask(document, {}, { headers: { 'x-ads-trace': '1' } });
  return (
    (extensions?.['upstream'] as { readonly calls: readonly TracedCall[] } | undefined)?.calls ?? []
  );
};

/** The fields of each call, as listed in the trace. */
const fieldsOf = async (document: string): Promise<readonly string[]> =>
  (await callsOf(document)).map(({ endpoint, field, alsoFor = [] }) =>
    [`${endpoint}:`, field, ...alsoFor].join(' '),
  );

test('a call for two lists names both', async () => {
  const fields = await fieldsOf(`{
    one: account(id: "${bikes}") { campaigns(first: 2) { nodes { name } } }
    two: account(id: "${bikes}") { campaigns(first: 1) { nodes { id } } }
  }`);
  expect(fields).toEqual(['listCampaigns: one.campaigns two.campaigns']);
});

test('a call with the ids of several fields names each, and no other', async () => {
  const fields = await fieldsOf(`{
    account(id: "${bikes}") {
      one: campaign(id: "cik3s001") { name }
      two: campaign(id: "cik3s002") { name }
      three: campaign(id: "nothing") { name }
    }
    four: account(id: "${other}") { campaigns(first: 1) { nodes { name } } }
  }`);
  expect(fields).toEqual([
    'listCampaigns: account.one account.two account.three',
    'listCampaigns: four.campaigns',
  ]);
});

test('a field that finds its rows later is named too', async () => {
  const instrument = 'fundingInstrument { description }';
  const fields = await fieldsOf(`{
    account(id: "${bikes}") {
      one: campaign(id: "cik3s001") { ${instrument} lineItems(first: 1) { nodes { campaign { ${instrument} } } } }
    }
  }`);
  expect(fields).toContain(
    'getFundingInstrument: account.one.fundingInstrument account.one.lineItems.nodes.campaign.fundingInstrument',
  );
});

test('a call of one field names no other', async () => {
  const calls = await callsOf(`{ account(id: "${bikes}") { name } }`);
  expect(calls.map((call) => 'alsoFor' in call)).toEqual([false]);
});

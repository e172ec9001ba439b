import { createInterface } from 'node:readline/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

// Pauses the line items of an account whose clicks cost much more than those of its others.
const [account = '18ce54bik3s', url = 'http://127.0.0.1:4000/mcp'] = process.argv.slice(2);
const key = process.env.ADS_GRAPH_KEY;
const timesDearer = 1.2;

const client = new Client({ name: 'ads-graph-agent', version: '1.0.0' });
const requestInit = { headers: key ? { 'x-api-key': key } : {} };
await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));

const call = async (name, given) => {
  const result = await client.callTool({ name, arguments: given });
  if (result.isError) throw new Error(result.content[0].text);
  return result.structuredContent;
};
/** The rows of an answer, as objects. */
const rowsOf = ({ columns, rows }) =>
  rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])));

const results = await call('ads_results', {
  level: 'LINE_ITEM',
  account,
  range: { lastDays: 7 },
  metrics: ['spend', 'clicks', 'costPerClick'],
  sort: '-spend',
});
const average = Number(results.totals[results.columns.indexOf('costPerClick')]);
const dear = rowsOf(results).filter(
  ({ costPerClick }) => Number(costPerClick) > timesDearer * average,
);
const ids = dear.map(({ id }) => id);
const found = ids.length > 0 ? rowsOf(await call('ads_find', { kind: 'LINE_ITEM', ids })) : [];
const active = dear
  .filter(({ id }) => found.some((one) => one.id === id && one.state === 'ACTIVE'))
  .slice(0, 40); // a batch has at most so many
console.log(`A click costs ${average.toFixed(2)} on average. Active, and dearer:`);
for (const { name, costPerClick, spend } of active) console.log(costPerClick, spend, name ?? '–');
if (active.length > 0) await pause(active);
await client.close();

async function pause(lines) {
  const operations = lines.map(({ id }) => ({
    update: { lineItemId: id, entityStatus: 'PAUSED' },
  }));
  const plan = await call('ads_prepare', {
    document: `mutation PauseDear($input: BatchLineItemsInput!) {
      batchLineItems(input: $input) { outcome }
    }`,
    variables: { input: { accountId: account, operations } },
    why: `Their clicks cost more than ${timesDearer} times the average.`,
  });
  for (const { sentences } of plan.writes) console.log(sentences.join('\n'));
  if (plan.approval === 'PAGE') return console.log(`A person approves it at ${plan.address}`);
  if (!(await isWanted())) return console.log('Nothing was sent.');
  const { outcome, next } = await call('ads_apply', { plan: plan.plan });
  console.log(outcome, next);
}

async function isWanted() {
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  const reply = await asking.question('Apply this? (yes/no) ');
  asking.close();
  return reply.trim() === 'yes';
}

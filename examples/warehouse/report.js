import { DuckDBInstance } from '@duckdb/node-api';

// Spend, clicks and cost per click by campaign and week: from the files of `ads-graph export`, and
// beside them the same from GraphQL.
const [folder = 'warehouse', url = 'http://127.0.0.1:4000/graphql'] = process.argv.slice(2);
const key = process.env.ADS_GRAPH_KEY;

const sql = `
  SELECT days.account_id AS account, days.campaign_id AS id, campaigns.name AS campaign,
    min(date)::VARCHAR AS first, max(date)::VARCHAR AS last,
    sum(billed_charge_local_micro)::BIGINT AS micros, sum(clicks)::BIGINT AS clicks, days.currency
  FROM read_parquet('${folder}/campaign_days/*/*.parquet', hive_partitioning = false) AS days
  JOIN '${folder}/campaigns/*.parquet' AS campaigns
    ON campaigns.id = days.campaign_id AND campaigns.account_id = days.account_id
  WHERE placement = 'ALL_ON_TWITTER'
  GROUP BY days.account_id, days.campaign_id, campaigns.name, days.currency, date_trunc('week', date)
  ORDER BY days.account_id, micros DESC`;

const query = `query Week($account: ID!, $id: ID!, $first: Date!, $last: Date!) {
  account(id: $account) {
    campaign(id: $id, withDeleted: true) {
      stats(range: { days: { first: $first, last: $last } }) {
        days { metrics { billedChargeLocalMicro clicks } }
      }
    }
  }
}`;

/** The same figures from GraphQL. */
const asked = async ({ account, id, first, last }) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { 'x-api-key': key }) },
    body: JSON.stringify({ query, variables: { account, id, first, last } }),
  });
  const { data, errors } = await response.json();
  if (errors) throw new Error(errors[0].message);
  const sum = (name) =>
    data.account.campaign.stats.days.reduce(
      (all, { metrics }) => all + BigInt(metrics[name] ?? 0),
      0n,
    );
  return { micros: sum('billedChargeLocalMicro'), clicks: sum('clicks') };
};

const shown = ({ micros, clicks }) => {
  const spend = (Number(micros) / 1e6).toFixed(2);
  const each = clicks === 0n ? '–' : (Number(micros) / Number(clicks) / 1e6).toFixed(2);
  return `${spend.padStart(12)} ${String(clicks).padStart(8)} ${each.padStart(6)}`;
};

const connection = await (await DuckDBInstance.create()).connect();
const rows = (await connection.runAndReadAll(sql)).getRowObjects();
console.log('first        spend   clicks   each        spend   clicks   each (GraphQL)');
for (const row of rows) {
  const { first, micros, clicks, campaign, currency } = row;
  const live = await asked(row);
  const mark = live.micros === micros && live.clicks === clicks ? '=' : '≠';
  console.log(first, shown({ micros, clicks }), shown(live), mark, currency, campaign);
}

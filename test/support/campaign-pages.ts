import type { RawServer } from './raw-server.ts';
import { rawAnswer, startRawServer } from './raw-server.ts';

/** The response with a page of this many campaigns. */
export const pageOf = (rows: number): Buffer => {
  const data = Array.from({ length: rows }, (_, index) => ({
    id: (index + 1_000_000).toString(36),
    name: `Campaign ${index} ${'x'.repeat(40)}`,
    entity_status: 'ACTIVE',
    currency: 'USD',
    funding_instrument_id: 'hxtet',
    daily_budget_amount_local_micro: 55_000_000 + index,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-02T00:00:00Z',
    servable: true,
    deleted: false,
  }));
  const params = { account_id: '18ce54bik3s' };
  return rawAnswer(200, JSON.stringify({ request: { params }, data, next_cursor: null }));
};

/**
 * An API that answers every request with the same page of campaigns, as cheaply as possible, after
 * this many milliseconds.
 */
export const startCampaignPages = (rows: number, latency = 0): Promise<RawServer> => {
  const page = pageOf(rows);
  return startRawServer((socket) => {
    if (latency === 0) socket.write(page);
    else setTimeout(() => socket.write(page), latency);
  });
};

/** The query whose answer is the page. */
export const campaignsQuery = (rows: number): string =>
  `{ account(id: "18ce54bik3s") { campaigns(first: ${rows}) { nodes { id name entityStatus createdAt servable dailyBudget { micros amount } } } } }`;

/** The variables of a gateway over it. */
export const envBefore = ({ url }: Pick<RawServer, 'url'>): Readonly<Record<string, string>> => ({
  ADS_API_URL: url,
  ADS_SANDBOX_API_URL: url,
  PLATFORM_API_URL: url,
  ADS_CONSUMER_KEY: 'key',
  ADS_CONSUMER_SECRET: 'secret',
  ADS_ACCESS_TOKEN: '1-token',
  ADS_ACCESS_TOKEN_SECRET: 'secret',
});

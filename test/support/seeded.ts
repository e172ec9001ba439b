import { useEmulator } from './emulator.ts';
import type { Response } from './signed.ts';

/**
 * Accounts of the story: one in euros, one in dollars, one of 8,000 campaigns, and one that the
 * owner may not see.
 */
export const euros = '18ce54bik3s';
export const dollars = '18ce54cf3e2';
export const large = '18ce54big8k';
export const foreign = '18ce54h0t3l';
export const campaignsOf = (account: string): string => `/12/accounts/${account}/campaigns`;
export const batchOf = (account: string): string => `/12/batch/accounts/${account}/campaigns`;

/** The ids of the rows in an answer. */
export const idsIn = ({ body }: Response): readonly string[] =>
  (body['data'] ?? []).map((row) => String(row['id']));

type Values = Readonly<Record<string, string | number | boolean>>;

/** The emulator of a story, counting its requests, with what tests make in it. */
export const story = () => {
  const held = useEmulator({ seed: 3, rateWindows: true });

  /** The instrument of a type that is active and can pay. */
  const funding = (account: string, type = 'CREDIT_CARD'): string =>
    String(
      held.emulator.store
        .rows('FundingInstrument', account)
        .find((row) => row['type'] === type && row['deleted'] === false)?.['id'],
    );

  const newCampaign = (more: Values = {}) => ({
    name: 'New',
    funding_instrument_id: funding(euros),
    daily_budget_amount_local_micro: 50_000_000,
    ...more,
  });
  const createCampaign = async (more: Values = {}): Promise<string> =>
    String((await held.client.post(campaignsOf(euros), newCampaign(more))).body['data']?.['id']);
  const createLineItem = (campaign: string, more: Values = {}) =>
    held.client.post(`/12/accounts/${euros}/line_items`, {
      campaign_id: campaign,
      product_type: 'PROMOTED_TWEETS',
      objective: 'ENGAGEMENTS',
      placements: 'ALL_ON_TWITTER',
      start_time: '2030-01-01T00:00:00Z',
      end_time: '2031-01-01T00:00:00Z',
      ...more,
    });
  const lineItemOf = async (more: Values = {}): Promise<string> =>
    String((await createLineItem(await createCampaign(), more)).body['data']?.['id']);

  /** A world of campaigns that were created one second after another. */
  const put = (count: number): readonly string[] => {
    const { store } = held.emulator;
    store.clear('Campaign', euros);
    return Array.from({ length: count }, (_, index) => {
      const id = `w${String(index).padStart(3, '0')}`;
      const created_at = new Date(Date.UTC(2024, 0, 1, 0, 0, index)).toISOString().slice(0, 19);
      store.insert('Campaign', euros, {
        id,
        name: `Campaign ${index}`,
        created_at: `${created_at}Z`,
        entity_status: 'ACTIVE',
        deleted: false,
      });
      return id;
    });
  };
  return { held, funding, newCampaign, createCampaign, createLineItem, lineItemOf, put };
};

import { get, group } from '../language/endpoint.ts';
import { entity, rowsOf } from '../language/entity.ts';
import { long, micros, text } from '../language/params.ts';

export const biddingRule = entity(
  'BiddingRule',
  'The bids that are allowed in one currency.',
  {
    currency: text('ISO 4217 code of the currency'),
    minimum_cpe_bid_local_micro: micros('Lowest bid for one engagement'),
    maximum_cpe_bid_local_micro: micros('Highest bid for one engagement'),
    minimum_denomination: long(
      'Smallest step between two bids. In micros of the currency: amount × 1,000,000',
    ),
  },
  { key: null, inAccount: false },
);

export const biddingRules = group({
  listBiddingRules: get('bidding_rules', {
    doc: 'The lowest and highest bids per currency. They change rarely: X recommends reading them again once a month',
    params: {
      currency: text('Only this currency: an ISO 4217 code, such as USD', {
        format: 'currency',
        matches: 'currency',
      }),
    },
    returns: rowsOf(biddingRule, { most: 200 }),
    isReference: true,
  }),
});

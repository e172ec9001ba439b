import { graphql, readInlineData } from 'relay-runtime';
import type {
  figures_campaign$data,
  figures_campaign$key,
} from './__generated__/figures_campaign.graphql.ts';

/** The results of a campaign in a range; null where they could not be read. */
export type Figures = figures_campaign$data['stats'];

/**
 * The results of a campaign. Only the list of an account reads them: its rows share their calls,
 * one for twenty campaigns and a week.
 */
export const figuresOf = (campaign: figures_campaign$key): Figures =>
  readInlineData(
    graphql`
      fragment figures_campaign on Campaign @inline {
        stats(range: $range) {
          total {
            billedCharge {
              currency
              ...Amount_money
            }
            billedChargeLocalMicro
            impressions
            clicks
            clickRate
            costPerClick {
              amount
              ...Amount_money
            }
          }
          days {
            date
            metrics {
              billedChargeLocalMicro
            }
          }
        }
      }
    `,
    campaign,
  ).stats;

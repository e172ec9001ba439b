import { graphql, useFragment } from 'react-relay';
import type { CampaignAmounts_campaign$key } from './__generated__/CampaignAmounts_campaign.graphql.ts';
import { Amount } from './Amount.tsx';

interface Props {
  readonly campaign: CampaignAmounts_campaign$key;
}

/** The budgets of a campaign, and who pays. */
export const CampaignAmounts = ({ campaign }: Props) => {
  const { dailyBudget, totalBudget, fundingInstrument } = useFragment(
    graphql`
      fragment CampaignAmounts_campaign on Campaign {
        dailyBudget {
          ...Amount_money
        }
        totalBudget {
          ...Amount_money
        }
        fundingInstrument {
          description
        }
      }
    `,
    campaign,
  );
  return (
    <dl>
      <div>
        <dt>Daily</dt>
        <dd>
          <Amount money={dailyBudget} />
        </dd>
      </div>
      <div>
        <dt>Total</dt>
        <dd>
          <Amount money={totalBudget} />
        </dd>
      </div>
      <div>
        <dt>Paid by</dt>
        <dd>{fundingInstrument?.description ?? '–'}</dd>
      </div>
    </dl>
  );
};

import { graphql, useFragment } from 'react-relay';
import type { CampaignAmounts_campaign$key } from './__generated__/CampaignAmounts_campaign.graphql.ts';
import { Amount } from './Amount.tsx';

interface Props {
  readonly campaign: CampaignAmounts_campaign$key;
}

/** The budgets of a campaign, and who pays, in the cells of its row. */
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
  const payer = fundingInstrument?.description ?? '–';
  return (
    <>
      <td className="figure" data-label="Daily budget">
        <Amount money={dailyBudget} />
      </td>
      <td className="figure" data-label="Total budget">
        <Amount money={totalBudget} />
      </td>
      <td className="payer" data-label="Paid by" title={payer}>
        <span>{payer}</span>
      </td>
    </>
  );
};

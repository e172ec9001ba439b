import { Amount } from './Amount.tsx';
import type { Figures } from './figures.ts';
import { Sparkline } from './Sparkline.tsx';
import { writtenCount, writtenRate } from './written.ts';

/** The results of a campaign in the cells of its row; a dash where there is no figure. */
export const CampaignFigures = ({ stats }: { readonly stats: Figures }) => {
  const total = stats?.total;
  return (
    <>
      <td className="figure" data-label="Spend">
        <Amount money={total?.billedCharge} />
      </td>
      <td className="drawn">
        {stats && <Sparkline days={stats.days} currency={total?.billedCharge?.currency} />}
      </td>
      <td className="figure" data-label="Impressions">
        {writtenCount(total?.impressions)}
      </td>
      <td className="figure" data-label="Clicks">
        {writtenCount(total?.clicks)}
      </td>
      <td className="figure" data-label="Click rate">
        {writtenRate(total?.clickRate)}
      </td>
      <td className="figure" data-label="Cost per click">
        <Amount money={total?.costPerClick} />
      </td>
    </>
  );
};

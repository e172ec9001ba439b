import { graphql, usePaginationFragment } from 'react-relay';
import type {
  CampaignResults_account$data,
  CampaignResults_account$key,
} from './__generated__/CampaignResults_account.graphql.ts';
import type { CampaignResultsPageQuery } from './__generated__/CampaignResultsPageQuery.graphql.ts';
import { Amount } from './Amount.tsx';
import { microsOf } from './micros.ts';
import type { Figure, Order } from './order.ts';
import { ordered } from './order.ts';
import { ShowMore } from './ShowMore.tsx';
import { SortHeader } from './SortHeader.tsx';
import { writtenCount, writtenRate } from './written.ts';

// Results of 20 campaigns share their calls.
const pageSize = 20;

type Campaign = NonNullable<CampaignResults_account$data['campaigns']>['edges'][number]['node'];

// Counts and money are compared with every digit.
const countOf = (count: string | null | undefined): Figure =>
  count == null ? null : BigInt(count);

const columns = {
  Campaign: ({ name }) => name ?? null,
  Spend: ({ stats }) => countOf(stats?.total.billedChargeLocalMicro),
  Impressions: ({ stats }) => countOf(stats?.total.impressions),
  Clicks: ({ stats }) => countOf(stats?.total.clicks),
  'Click rate': ({ stats }) => stats?.total.clickRate ?? null,
  'Cost per click': ({ stats }) => countOf(microsOf(stats?.total.costPerClick?.amount ?? '')),
} as const satisfies Record<string, (campaign: Campaign) => Figure>;

type Column = keyof typeof columns;
/** The column that campaigns are ordered by. */
export type CampaignOrder = Order<Column>;
const columnNames = Object.keys(columns) as Column[];

interface Props {
  readonly account: CampaignResults_account$key;
  readonly order: CampaignOrder | null;
  readonly onOrder: (order: CampaignOrder) => void;
}

/** Names begin with A, figures with the highest; what is chosen again is turned round. */
const turned = (order: CampaignOrder | null, column: Column): CampaignOrder => ({
  column,
  isDescending: order?.column === column ? !order.isDescending : column !== 'Campaign',
});

const directionOf = ({ isDescending }: CampaignOrder) =>
  isDescending ? 'descending' : 'ascending';

/** The results of each campaign, the newest first unless a column is chosen. */
export const CampaignResults = ({ account, order, onOrder }: Props) => {
  const page = useResults(account);
  const { data, hasNext } = page;
  const campaigns = data.campaigns?.edges.map(({ node }) => node) ?? [];
  const shown = order ? ordered(campaigns, columns[order.column], order.isDescending) : campaigns;
  return (
    <>
      {/* A wide table scrolls by keys too. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable. */}
      <section className="wide" aria-label="Results of campaigns" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columnNames.map((column) => (
                <SortHeader
                  key={column}
                  sort={order?.column === column ? directionOf(order) : undefined}
                  onSort={() => onOrder(turned(order, column))}
                >
                  {column}
                </SortHeader>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((campaign) => (
              <Row key={campaign.id} {...campaign} />
            ))}
          </tbody>
        </table>
      </section>
      {order && hasNext && (
        <p className="quiet">Ordered among the {campaigns.length} campaigns shown, not all.</p>
      )}
      <ShowMore page={page} pageSize={pageSize}>
        Show more results
      </ShowMore>
    </>
  );
};

const Row = ({ name, stats }: Campaign) => (
  <tr>
    <th scope="row">{name}</th>
    <td>
      <Amount money={stats?.total.billedCharge} />
    </td>
    <td>{writtenCount(stats?.total.impressions)}</td>
    <td>{writtenCount(stats?.total.clicks)}</td>
    <td>{writtenRate(stats?.total.clickRate)}</td>
    <td>
      <Amount money={stats?.total.costPerClick} />
    </td>
  </tr>
);

const useResults = (account: CampaignResults_account$key) =>
  usePaginationFragment<CampaignResultsPageQuery, CampaignResults_account$key>(
    graphql`
      fragment CampaignResults_account on Account
      @refetchable(queryName: "CampaignResultsPageQuery")
      @argumentDefinitions(
        first: { type: "Int", defaultValue: 20 }
        after: { type: "String" }
      ) {
        campaigns(first: $first, after: $after, orderBy: { field: CREATED_AT, direction: DESC })
          @connection(key: "CampaignResults_campaigns") {
          edges {
            node {
              id
              name
              stats(range: $range) {
                total {
                  billedCharge {
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
              }
            }
          }
        }
      }
    `,
    account,
  );

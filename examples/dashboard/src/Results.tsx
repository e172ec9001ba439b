import { Suspense, useId, useState } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type { ResultsQuery, StatsRange } from './__generated__/ResultsQuery.graphql.ts';
import { AccountResults } from './AccountResults.tsx';
import { Boundary } from './Boundary.tsx';
import type { CampaignOrder } from './CampaignResults.tsx';
import { CampaignResults } from './CampaignResults.tsx';
import { RangePicker } from './RangePicker.tsx';
import { writtenRange } from './range.ts';
import { Today } from './Today.tsx';

/**
 * What the campaigns of an account achieved. A user has 250 calls for results in a quarter of an
 * hour, so nothing is read before it is to be seen.
 */
export const Results = ({ accountId }: { readonly accountId: string }) => {
  const [isOpen, setOpen] = useState(false);
  const [range, setRange] = useState<StatsRange>({ lastDays: 30 });
  // The order outlives a change of the range.
  const [order, setOrder] = useState<CampaignOrder | null>(null);
  const id = useId();
  return (
    <>
      <button
        type="button"
        className="opener"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        Results
      </button>
      <section id={id} className="results" aria-label="Results" hidden={!isOpen}>
        {isOpen && (
          <>
            <RangePicker range={range} onPick={setRange} />
            {/* Another range is another attempt: it does not keep the failure of the last one. */}
            <Boundary key={writtenRange(range)}>
              {(fetchKey) => (
                <Suspense fallback={<p className="waiting">Reading the results …</p>}>
                  <Shown {...{ accountId, range, fetchKey, order, onOrder: setOrder }} />
                </Suspense>
              )}
            </Boundary>
            {/* Apart from the rest: another range does not read today again. */}
            <section aria-label="Today by hour" className="hours">
              <Boundary>
                {(fetchKey) => (
                  <Suspense fallback={<p className="waiting">Reading the hours of today …</p>}>
                    <Today accountId={accountId} fetchKey={fetchKey} />
                  </Suspense>
                )}
              </Boundary>
            </section>
          </>
        )}
      </section>
    </>
  );
};

interface ShownProps {
  readonly accountId: string;
  readonly range: StatsRange;
  readonly fetchKey: number;
  readonly order: CampaignOrder | null;
  readonly onOrder: (order: CampaignOrder) => void;
}

const Shown = ({ accountId, range, fetchKey, order, onOrder }: ShownProps) => {
  const { account } = useLazyLoadQuery<ResultsQuery>(
    graphql`
      query ResultsQuery($accountId: ID!, $range: StatsRange!) {
        account(id: $accountId) {
          ...AccountResults_account
          ...CampaignResults_account
        }
      }
    `,
    { accountId, range },
    { fetchKey },
  );
  return (
    account && (
      <>
        <AccountResults account={account} />
        <CampaignResults account={account} order={order} onOrder={onOrder} />
        <p className="quiet">
          A dash is not 0. It means that there is no figure: nothing happened, the campaign did not
          run, or a rate has nothing to divide by. What was spent may still change for some days.
        </p>
      </>
    )
  );
};

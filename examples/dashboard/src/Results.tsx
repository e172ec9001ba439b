import { Suspense, useId } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type { ResultsQuery, StatsRange } from './__generated__/ResultsQuery.graphql.ts';
import { AccountResults } from './AccountResults.tsx';
import { go, useInAddress } from './address.ts';
import { Boundary } from './Boundary.tsx';
import { Icon } from './Icon.tsx';
import { ChevronDown, ChevronRight } from './icons.ts';
import { writtenRange } from './range.ts';
import { Skeleton } from './Skeleton.tsx';
import { Today } from './Today.tsx';
import { useRange } from './use-range.ts';

/**
 * The results of a whole account. A user has 250 calls for results in 15 minutes, so they are read
 * only once they are opened.
 */
export const Results = ({ accountId }: { readonly accountId: string }) => {
  const isOpen = useInAddress('results') === 'open';
  const range = useRange();
  const id = useId();
  return (
    <>
      <button
        type="button"
        className="opener"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => go({ results: isOpen ? null : 'open' })}
      >
        <Icon of={isOpen ? ChevronDown : ChevronRight} /> Results
      </button>
      <section id={id} className="results" aria-label="Results" hidden={!isOpen}>
        {isOpen && (
          <>
            {/* Another range is another attempt: it does not keep the failure of the last one. */}
            <Boundary key={writtenRange(range)}>
              {(fetchKey) => (
                <Suspense fallback={<Skeleton label="Loading results" />}>
                  <Shown {...{ accountId, range, fetchKey }} />
                </Suspense>
              )}
            </Boundary>
            {/* Apart from the rest: another range does not read today again. */}
            <section aria-label="Today by hour" className="hours">
              <Boundary>
                {(fetchKey) => (
                  <Suspense fallback={<Skeleton label="Loading today" />}>
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
}

const Shown = ({ accountId, range, fetchKey }: ShownProps) => {
  const { account } = useLazyLoadQuery<ResultsQuery>(
    graphql`
      query ResultsQuery($accountId: ID!, $range: StatsRange!) {
        account(id: $accountId) {
          ...AccountResults_account
        }
      }
    `,
    { accountId, range },
    { fetchKey },
  );
  return account && <AccountResults account={account} />;
};

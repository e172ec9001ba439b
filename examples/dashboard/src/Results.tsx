import { useId, useState } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type { ResultsQuery, StatsRange } from './__generated__/ResultsQuery.graphql.ts';
import { AccountResults } from './AccountResults.tsx';
import { Boundary } from './Boundary.tsx';
import { Icon } from './Icon.tsx';
import { ChevronDown, ChevronRight } from './icons.ts';
import { nameOfRange } from './range.ts';
import { Today } from './Today.tsx';
import { useRange } from './use-range.ts';

interface Props {
  readonly accountId: string;
  readonly timezone: string;
}

const closedKey = 'results are closed';

/**
 * The results of a whole account. They are open until somebody closes them, which this browser
 * remembers: closed ones are not read, because a user has 250 calls for results in 15 minutes.
 */
export const Results = ({ accountId, timezone }: Props) => {
  const [isOpen, setOpen] = useState(() => localStorage.getItem(closedKey) === null);
  const range = useRange();
  const id = useId();
  const toggle = (): void => {
    if (isOpen) localStorage.setItem(closedKey, 'true');
    else localStorage.removeItem(closedKey);
    setOpen(!isOpen);
  };
  return (
    <>
      <button
        type="button"
        className="opener"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        <Icon of={isOpen ? ChevronDown : ChevronRight} /> Results
      </button>
      <section id={id} className="results" aria-label="Results" hidden={!isOpen}>
        {isOpen && (
          <>
            {/* Another range is another attempt: it does not keep the failure of the last one. */}
            <Boundary key={nameOfRange(range)} of="results">
              {(fetchKey) => <Shown {...{ accountId, range, fetchKey }} />}
            </Boundary>
            {/* Apart from the rest: another range does not read today again. */}
            <section aria-label="Today by hour" className="hours">
              <Boundary of="today’s results">
                {(fetchKey) => <Today {...{ accountId, timezone, fetchKey }} />}
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

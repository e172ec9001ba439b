import type { SyntheticEvent } from 'react';
import { useState, useTransition } from 'react';
import { graphql, useLazyLoadQuery, usePaginationFragment } from 'react-relay';
import type { Accounts_query$key } from './__generated__/Accounts_query.graphql.ts';
import type { AccountsOpenQuery } from './__generated__/AccountsOpenQuery.graphql.ts';
import type { AccountsPageQuery } from './__generated__/AccountsPageQuery.graphql.ts';
import type { AccountsQuery } from './__generated__/AccountsQuery.graphql.ts';
import { addressWith, follow, ofAccount, useInAddress } from './address.ts';
import { Boundary } from './Boundary.tsx';
import { Campaigns } from './Campaigns.tsx';
import { CurrentDay, currentDayIn } from './current-day.ts';
import { RangePicker } from './RangePicker.tsx';
import { Results } from './Results.tsx';
import { ShowMore } from './ShowMore.tsx';
import { Unread } from './Unread.tsx';
import { chooseRange, useRange } from './use-range.ts';

const pageSize = 50;

/** The accounts that the user may use, and the one that is open. */
export const Accounts = ({ fetchKey }: { readonly fetchKey: number }) => {
  const page = useAccounts(fetchKey);
  const all = page.data.accounts?.edges.map(({ node }) => node) ?? [];
  const [isSearchable] = useState(page.hasNext);
  const [first] = useState(all[0]?.restId ?? null);
  const chosen = useInAddress('account') ?? first;
  const known = all.find(({ restId }) => restId === chosen);
  return (
    <div className="columns">
      <nav aria-label="Accounts">
        {isSearchable && <Search onSearch={(q) => page.refetch({ q })} />}
        <Unread queries={['AccountsQuery', 'AccountsPageQuery']} />
        {all.map(({ restId, name }) => (
          <a
            key={restId}
            href={addressWith(ofAccount(restId))}
            aria-current={restId === chosen && 'page'}
            onClick={(event) => follow(event, ofAccount(restId))}
          >
            {name}
          </a>
        ))}
        <ShowMore page={page} pageSize={pageSize}>
          More accounts
        </ShowMore>
      </nav>
      <main>
        {known ? <OpenAccount {...known} /> : <Elsewhere {...{ chosen, isSearchable }} />}
      </main>
    </div>
  );
};

const useAccounts = (fetchKey: number) => {
  const query = useLazyLoadQuery<AccountsQuery>(
    graphql`
      query AccountsQuery {
        ...Accounts_query
      }
    `,
    {},
    { fetchKey },
  );
  return usePaginationFragment<AccountsPageQuery, Accounts_query$key>(
    graphql`
      fragment Accounts_query on Query
      @refetchable(queryName: "AccountsPageQuery")
      @argumentDefinitions(
        first: { type: "Int", defaultValue: 50 }
        after: { type: "String" }
        q: { type: "String" }
      ) {
        accounts(first: $first, after: $after, q: $q) @connection(key: "Accounts_accounts") {
          edges {
            node {
              restId
              name
              timezone
            }
          }
        }
      }
    `,
    query,
  );
};

const Search = ({ onSearch }: { readonly onSearch: (q: string | null) => void }) => {
  const [isSearching, start] = useTransition();
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const q = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    start(() => onSearch(q === '' ? null : q));
  };
  return (
    <search>
      <form onSubmit={submit} aria-busy={isSearching}>
        <input
          type="search"
          name="q"
          aria-label="Name of an account"
          placeholder="Name starts with"
        />
        <button type="submit">Find</button>
      </form>
    </search>
  );
};

interface ElsewhereProps {
  readonly chosen: string | null;
  readonly isSearchable: boolean;
}

/** The page of an account that is on none of the pages of accounts read so far. */
const Elsewhere = ({ chosen, isSearchable }: ElsewhereProps) =>
  chosen === null || !isSearchable ? (
    <p className="notice">You have no access to account {chosen ?? ''}.</p>
  ) : (
    <Boundary key={chosen} of="the account">
      {(attempt) => <AccountElsewhere id={chosen} fetchKey={attempt} />}
    </Boundary>
  );

const AccountElsewhere = ({ id, fetchKey }: { readonly id: string; readonly fetchKey: number }) => {
  const { account } = useLazyLoadQuery<AccountsOpenQuery>(
    graphql`
      query AccountsOpenQuery($id: ID!) {
        account(id: $id) {
          restId
          name
          timezone
        }
      }
    `,
    { id },
    { fetchKey },
  );
  return account && <OpenAccount {...account} />;
};

interface OpenProps {
  readonly restId: string;
  readonly name: string;
  readonly timezone?: string | null | undefined;
}

const OpenAccount = ({ restId, name, ...account }: OpenProps) => {
  const timezone = account.timezone ?? 'UTC';
  const range = useRange();
  return (
    <CurrentDay value={currentDayIn(timezone)}>
      <header className="account">
        <div>
          <h1>{name}</h1>
          <p className="quiet">{timezone}</p>
        </div>
        <RangePicker key={restId} range={range} onPick={chooseRange} />
      </header>
      <Results key={`results of ${restId}`} accountId={restId} timezone={timezone} />
      <Boundary key={restId} of="campaigns">
        {(attempt) => <Campaigns accountId={restId} fetchKey={attempt} />}
      </Boundary>
    </CurrentDay>
  );
};

import type { MouseEvent } from 'react';
import { Suspense } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type { AccountsQuery } from './__generated__/AccountsQuery.graphql.ts';
import { Boundary } from './Boundary.tsx';
import { Campaigns } from './Campaigns.tsx';
import { accountAddress, chooseAccount, useChosenAccount } from './chosen-account.ts';

/** The accounts that the user may use, and the one that is open. */
export const Accounts = ({ fetchKey }: { readonly fetchKey: number }) => {
  const { accounts } = useLazyLoadQuery<AccountsQuery>(
    graphql`
      query AccountsQuery {
        accounts(first: 200) {
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
    {},
    { fetchKey },
  );
  const all = accounts?.edges.map(({ node }) => node) ?? [];
  const chosen = useChosenAccount();
  const open = chosen === null ? all[0] : all.find(({ restId }) => restId === chosen);
  const choose = (event: MouseEvent, id: string): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    chooseAccount(id);
  };
  return (
    <div className="columns">
      <nav aria-label="Accounts">
        {all.map(({ restId, name }) => (
          <a
            key={restId}
            href={accountAddress(restId)}
            aria-current={restId === open?.restId && 'page'}
            onClick={(event) => choose(event, restId)}
          >
            {name}
          </a>
        ))}
      </nav>
      <main>
        {open === undefined ? (
          <p className="notice">You have no account {chosen ?? ''} here.</p>
        ) : (
          <>
            <h1>{open.name}</h1>
            <p className="quiet">{open.timezone}</p>
            <Boundary key={open.restId}>
              {(attempt) => (
                <Suspense fallback={<p className="waiting">Reading the campaigns …</p>}>
                  <Campaigns accountId={open.restId} fetchKey={attempt} />
                </Suspense>
              )}
            </Boundary>
          </>
        )}
      </main>
    </div>
  );
};

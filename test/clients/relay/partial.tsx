import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { graphql, RelayEnvironmentProvider, useFragment, useLazyLoadQuery } from 'react-relay';
import type { partial_account$key } from '../built/relay/partial_account.graphql.ts';
import type { partialQuery } from '../built/relay/partialQuery.graphql.ts';
import { accountId } from '../shared.ts';
import { environment } from './environment.ts';

/** An account of which one list may fail, and another one comes later. */
const Page = () => {
  const { account } = useLazyLoadQuery<partialQuery>(
    graphql`
      query partialQuery($accountId: ID!) {
        account(id: $accountId) {
          name
          fundingInstruments(first: 2) @catch {
            nodes {
              id
            }
          }
          ...partial_account @defer(label: "later")
        }
      }
    `,
    { accountId },
  );
  if (account == null) return null;
  const { name, fundingInstruments: paid } = account;
  return (
    <>
      <b>{name}</b>
      <i>{paid.ok ? `${paid.value?.nodes.length} ways to pay` : 'cannot be read'}</i>
      <Suspense fallback={<s>wait</s>}>
        <LineItems account={account} />
      </Suspense>
    </>
  );
};

const LineItems = ({ account }: { readonly account: partial_account$key }) => {
  const { lineItems } = useFragment(
    graphql`
      fragment partial_account on Account {
        lineItems(first: 3) @catch {
          nodes {
            name
          }
        }
      }
    `,
    account,
  );
  if (!lineItems.ok) return <s>later, cannot be read</s>;
  return <s>{lineItems.value?.nodes.map(({ name }) => name).join('; ')}</s>;
};

createRoot(document.body.appendChild(document.createElement('main'))).render(
  <StrictMode>
    <RelayEnvironmentProvider environment={environment}>
      <Suspense fallback="Loading">
        <Page />
      </Suspense>
    </RelayEnvironmentProvider>
  </StrictMode>,
);

import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { graphql, RelayEnvironmentProvider, useLazyLoadQuery } from 'react-relay';
import type { relayQuery } from '../built/relay/relayQuery.graphql.ts';
import { accountId } from '../shared.ts';
import { Campaigns } from './campaigns.tsx';
import { environment } from './environment.ts';

const Page = () => {
  const { account } = useLazyLoadQuery<relayQuery>(
    graphql`
      query relayQuery($accountId: ID!) {
        account(id: $accountId) {
          ...campaigns_account
        }
      }
    `,
    { accountId },
  );
  return account && <Campaigns account={account} />;
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

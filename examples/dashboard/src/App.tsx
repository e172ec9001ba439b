import type { ReactNode } from 'react';
import { Suspense, use, useState } from 'react';
import { RelayEnvironmentProvider } from 'react-relay';
import { Accounts } from './Accounts.tsx';
import { Boundary } from './Boundary.tsx';
import { Logo } from './Logo.tsx';
import { Reviews } from './Reviews.tsx';
import { createEnvironment, createUserClient } from './relay/gateway.ts';
import { GatewayClient } from './relay/write.ts';
import { Skeleton } from './Skeleton.tsx';
import type { Session } from './session.ts';
import { signInAddress, signOut, wasDenied } from './session.ts';
import { UserId } from './user.ts';

/** The page of the signed-in user, or the link to sign in. */
export const App = ({ session }: { readonly session: Promise<Session> }) => {
  const { userId, screenName } = use(session);
  if (location.pathname !== '/') return <Unknown />;
  return userId === null ? <Welcome /> : <Signed userId={userId} screenName={screenName} />;
};

interface SignedProps {
  readonly userId: string;
  readonly screenName: string | null;
}

const Signed = ({ userId, screenName }: SignedProps) => {
  const [client] = useState(() => createUserClient(userId));
  const [environment] = useState(() => createEnvironment(client));
  return (
    <UserId value={userId}>
      <GatewayClient value={client}>
        <RelayEnvironmentProvider environment={environment}>
          <header className="top">
            <Logo />
            <strong>Campaigns</strong>
            <span className="who">@{screenName}</span>
            <button type="button" onClick={signOut}>
              Sign out
            </button>
          </header>
          <Reviews>
            <Boundary>
              {(attempt) => (
                <Suspense fallback={<Skeleton label="Loading accounts" />}>
                  <Accounts fetchKey={attempt} />
                </Suspense>
              )}
            </Boundary>
          </Reviews>
        </RelayEnvironmentProvider>
      </GatewayClient>
    </UserId>
  );
};

const Card = ({
  heading,
  children,
}: {
  readonly heading: string;
  readonly children: ReactNode;
}) => (
  <main className="welcome">
    <div className="card">
      <p className="brand">
        <Logo /> ads-graph
      </p>
      <h1>{heading}</h1>
      {children}
    </div>
  </main>
);

const Welcome = () => (
  <Card heading="Campaigns">
    <p>See, pause and create the campaigns of your ad accounts.</p>
    {wasDenied() && (
      <p role="alert" className="notice bad">
        You declined access, so you are not signed in.
      </p>
    )}
    <a className="button primary" href={signInAddress()}>
      Sign in
    </a>
  </Card>
);

const Unknown = () => (
  <Card heading="Page not found">
    <p>There is no page at {location.pathname}.</p>
    <a className="button primary" href="/">
      All campaigns
    </a>
  </Card>
);

import { Suspense, use, useState } from 'react';
import { RelayEnvironmentProvider } from 'react-relay';
import { Accounts } from './Accounts.tsx';
import { Boundary } from './Boundary.tsx';
import { Reviews } from './Reviews.tsx';
import { createEnvironment, createUserClient } from './relay/gateway.ts';
import { GatewayClient } from './relay/write.ts';
import type { Session } from './session.ts';
import { signInAddress, signOut, wasDenied } from './session.ts';
import { UserId } from './user.ts';

/** The page: for whoever is signed in, or the way to sign in. */
export const App = ({ session }: { readonly session: Promise<Session> }) => {
  const { userId, screenName } = use(session);
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
            <strong>Campaigns</strong>
            <span className="who">@{screenName}</span>
            <button type="button" onClick={signOut}>
              Sign out
            </button>
          </header>
          <Reviews>
            <Boundary>
              {(attempt) => (
                <Suspense fallback={<p className="waiting">Reading the accounts …</p>}>
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

const Welcome = () => (
  <main className="welcome">
    <h1>Campaigns</h1>
    <p>See, pause and create the campaigns of your ad accounts.</p>
    {wasDenied() && (
      <p role="alert" className="notice bad">
        You did not allow access, so nobody is signed in.
      </p>
    )}
    <a className="button primary" href={signInAddress()}>
      Sign in
    </a>
  </main>
);

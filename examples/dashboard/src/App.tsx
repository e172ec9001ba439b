import type { Client } from 'ads-graph/client';
import type { ReactNode } from 'react';
import { use } from 'react';
import { RelayEnvironmentProvider } from 'react-relay';
import type { IEnvironment } from 'relay-runtime';
import { Accounts } from './Accounts.tsx';
import { Boundary } from './Boundary.tsx';
import { Logo } from './Logo.tsx';
import { Reviews } from './Reviews.tsx';
import { createEnvironment, createUserClient } from './relay/gateway.ts';
import { GatewayClient } from './relay/write.ts';
import { Skeleton } from './Skeleton.tsx';
import type { Session } from './session.ts';
import { readSession, signInAddress, signOut, wasDenied } from './session.ts';
import { UserId } from './user.ts';

interface User extends Session {
  readonly userId: string;
  readonly client: Client;
  readonly environment: IEnvironment;
}

/**
 * The signed-in user, null without one. Their store is made here: React may render a component
 * several times before it shows it, and each would have a store of its own, and ask again.
 */
export const readUser = async (): Promise<User | null> => {
  const { userId, ...session } = await readSession();
  if (userId === null) return null;
  const client = createUserClient(userId);
  return { ...session, userId, client, environment: createEnvironment(client) };
};

/** The page of the signed-in user, or the link to sign in. */
export const App = ({ reading }: { readonly reading: Promise<User | null> }) => {
  const user = use(reading);
  if (location.pathname !== '/') return <Unknown />;
  return user === null ? <Welcome /> : <Signed {...user} />;
};

const Signed = ({ userId, screenName, client, environment }: User) => (
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
          <Boundary of="accounts" fallback={<Columns />}>
            {(attempt) => <Accounts fetchKey={attempt} />}
          </Boundary>
        </Reviews>
      </RelayEnvironmentProvider>
    </GatewayClient>
  </UserId>
);

/** The columns of the page before it knows any account. */
const Columns = () => (
  <div className="columns">
    <Skeleton label="Loading accounts" />
    <Skeleton label="Loading campaigns" />
  </div>
);

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
    <p>See, pause and create campaigns in your ad accounts.</p>
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

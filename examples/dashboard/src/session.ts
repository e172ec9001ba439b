/** Who is signed in with this browser. */
export interface Session {
  readonly signedIn: boolean;
  readonly userId: string | null;
  readonly screenName: string | null;
}

/** Asks the gateway who is signed in. A session that has ended is none. */
export const readSession = async (): Promise<Session> => {
  const response = await fetch('/auth/session').catch(() => {
    throw new Error('The gateway does not answer.');
  });
  if (response.status === 401) return { signedIn: false, userId: null, screenName: null };
  if (!response.ok) throw new Error(`The gateway answered ${response.status}.`);
  return response.json();
};

/** The address that begins a sign-in, which ends at this page as it is. */
export const signInAddress = (): string =>
  `/auth/login?${new URLSearchParams({ returnTo: location.pathname + location.search })}`;

/** Ends the session and forgets all that this page read for its user. Open writes stay open. */
export const signOut = async (): Promise<void> => {
  await fetch('/auth/logout', { method: 'POST' });
  location.assign('/');
};

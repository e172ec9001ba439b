/** The session of this browser, and its user. */
export interface Session {
  readonly signedIn: boolean;
  readonly userId: string | null;
  readonly screenName: string | null;
}

/** The session as the gateway reports it; an expired one counts as signed out. */
export const readSession = async (): Promise<Session> => {
  const response = await fetch('/auth/session').catch(() => {
    throw new Error('The gateway does not respond.');
  });
  if (response.status === 401) return { signedIn: false, userId: null, screenName: null };
  if (!response.ok) throw new Error('The gateway could not tell who is signed in.');
  return response.json();
};

/** True if this page comes back from a sign-in that the user denied. */
export const wasDenied = (): boolean =>
  new URLSearchParams(location.search).get('error') === 'access_denied';

/** The address that begins a sign-in, which ends at this page. */
export const signInAddress = (): string => {
  const { pathname, searchParams } = new URL(location.href);
  searchParams.delete('error');
  // `/` alone is a page of the gateway, which would show a denied sign-in itself.
  const returnTo = searchParams.size === 0 ? `${pathname}#root` : `${pathname}?${searchParams}`;
  return `/auth/login?${new URLSearchParams({ returnTo })}`;
};

/** Ends the session, and drops all data that this page read for its user. Open writes stay open. */
export const signOut = async (): Promise<void> => {
  await fetch('/auth/logout', { method: 'POST' });
  location.assign('/');
};

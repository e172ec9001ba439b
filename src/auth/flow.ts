import { tokens } from '../upstream/catalogue/areas/tokens.ts';
import type { Ads, CallRecord, Client } from '../upstream/client/client.ts';
import { TransportError } from '../upstream/client/errors.ts';
import type { Row } from '../upstream/client/row.ts';
import type { Viewer } from '../upstream/client/viewer.ts';
import type { Grant } from './session.ts';

/** A request token and its secret. */
export interface RequestToken {
  readonly token: string;
  readonly tokenSecret: string;
}

/** How a sign-in asks, as the documents of the API name it. */
export interface Wishes {
  readonly forceLogin?: boolean;
  readonly screenName?: string;
  readonly accessType?: 'read' | 'write';
  readonly mode?: 'authorize' | 'authenticate';
}

/** The three legs of a sign-in. Each is one call, made once; `calls` says what it cost. */
export interface Flow {
  /** A request token for this callback, and the page to send the user to. */
  readonly begin: (
    callback: string,
    wishes: Wishes,
  ) => Promise<{ readonly requestToken: RequestToken; readonly page: string }>;
  readonly finish: (requestToken: RequestToken, verifier: string) => Promise<Grant>;
  /** Ends the token of a viewer upstream. */
  readonly revoke: (viewer: Viewer) => Promise<void>;
  readonly calls: () => readonly CallRecord[];
}

const never = new AbortController().signal;

/** A sign-in with so many milliseconds for each of its calls. */
export const createFlow = (client: Client, timeoutMs: number): Flow => {
  const made: Ads[] = [];
  const asking = (viewer: Viewer | null): Ads => {
    const deadline = performance.now() + timeoutMs;
    const ads = client.forRequest({ viewer, deadline, maxCalls: 1, signal: never });
    made.push(ads);
    return ads;
  };
  return {
    begin: async (callback, wishes) => {
      const requestToken = await requested(asking(null), callback, wishes);
      return { requestToken, page: pageFor(client, requestToken.token, wishes) };
    },
    finish: (requestToken, verifier) => granted(asking(inPlaceOfViewer(requestToken)), verifier),
    revoke: async (viewer) => {
      await asking(viewer).call(tokens.invalidateAccessToken, {});
    },
    calls: () => made.flatMap(({ calls }) => calls),
  };
};

const requested = async (
  ads: Ads,
  callback: string,
  { accessType }: Wishes,
): Promise<RequestToken> => {
  const endpoint = tokens.createRequestToken;
  const { rows } = await ads.call(endpoint, {
    oauth_callback: callback,
    ...(accessType !== undefined && { x_auth_access_type: accessType }),
  });
  const read = reader(endpoint.name, rows);
  if (read('oauth_callback_confirmed') !== 'true') {
    throw unusable(endpoint.name, 'oauth_callback_confirmed');
  }
  return { token: read('oauth_token'), tokenSecret: read('oauth_token_secret') };
};

const granted = async (ads: Ads, verifier: string): Promise<Grant> => {
  const endpoint = tokens.createAccessToken;
  const { rows } = await ads.call(endpoint, { oauth_verifier: verifier });
  const read = reader(endpoint.name, rows);
  const userId = read('user_id');
  if (!/^\d{1,19}$/.test(userId)) throw unusable(endpoint.name, 'user_id');
  const token = { token: read('oauth_token'), tokenSecret: read('oauth_token_secret') };
  return { ...token, userId, screenName: read('screen_name') };
};

const pageFor = (client: Client, token: string, wishes: Wishes): string =>
  client.pageUrl(tokens[wishes.mode ?? 'authorize'], {
    oauth_token: token,
    ...(wishes.forceLogin !== undefined && { force_login: wishes.forceLogin }),
    ...(wishes.screenName !== undefined && { screen_name: wishes.screenName }),
  });

const inPlaceOfViewer = ({ token, tokenSecret }: RequestToken): Viewer => ({
  key: '',
  token,
  tokenSecret,
  userId: null,
  screenName: null,
});

/** Reads what an answer must hold. */
const reader =
  (endpoint: string, [row]: readonly Row[]) =>
  (column: string): string => {
    const value = row?.[column];
    if (typeof value === 'string' && /^[\x21-\x7e]{1,1024}$/.test(value)) return value;
    throw unusable(endpoint, column);
  };

const unusable = (endpoint: string, column: string): TransportError =>
  new TransportError('UPSTREAM_BAD_RESPONSE', endpoint, `the answer has no usable ${column}`, {
    sent: true,
  });

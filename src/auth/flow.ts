import type { Grant } from '../shared/sign-in/session.ts';
import { tokens } from '../upstream/catalogue/areas/tokens.ts';
import type { Ads, CallRecord, Client } from '../upstream/client/client.ts';
import { badResponse, type TransportError, UpstreamError } from '../upstream/client/errors.ts';
import type { Row } from '../upstream/client/row.ts';
import type { Viewer } from '../upstream/client/scope.ts';

/** A request token and its secret. */
export interface RequestToken {
  readonly token: string;
  readonly tokenSecret: string;
}

/** The options of a sign-in, as the API documents them. */
export interface SignInOptions {
  readonly forceLogin?: boolean;
  readonly screenName?: string;
  readonly accessType?: 'read' | 'write';
  readonly mode?: 'authorize' | 'authenticate';
}

/** The calls of a sign-in by OAuth. Each function makes one call, without retries. */
export interface Flow {
  /**
   * Gets a request token for a callback URL, or `oob` for a PIN; `page` is the URL where the user
   * allows access.
   */
  readonly begin: (
    callback: string,
    options: SignInOptions,
  ) => Promise<{ readonly requestToken: RequestToken; readonly page: string }>;
  /** Exchanges an allowed request token, with the verifier or PIN, for an access token. */
  readonly finish: (requestToken: RequestToken, verifier: string) => Promise<Grant>;
  /**
   * Invalidates the access token of a viewer at the API. Resolves even if the API no longer knows
   * the token.
   */
  readonly revoke: (viewer: Viewer) => Promise<void>;
  /** The upstream calls made so far, for the log. */
  readonly calls: () => readonly CallRecord[];
}

const never = new AbortController().signal;

/** Creates a sign-in whose calls may each take `timeoutMs` milliseconds. */
export const createFlow = (client: Client, timeoutMs: number): Flow => {
  const scopes: Ads[] = [];
  const openScope = (viewer: Viewer | null): Ads => {
    const deadline = performance.now() + timeoutMs;
    const ads = client.forRequest({ viewer, deadline, maxCalls: 1, signal: never });
    scopes.push(ads);
    return ads;
  };
  return {
    begin: async (callback, options) => {
      const requestToken = await fetchRequestToken(openScope(null), callback, options);
      return { requestToken, page: pageFor(client, requestToken.token, options) };
    },
    finish: (requestToken, verifier) => fetchGrant(openScope(asViewer(requestToken)), verifier),
    revoke: async (viewer) => {
      try {
        await openScope(viewer).call(tokens.invalidateAccessToken, {});
      } catch (error) {
        const isUnknown =
          error instanceof UpstreamError && error.code === 'REAUTHENTICATION_REQUIRED';
        if (!isUnknown) throw error;
      }
    },
    calls: () => scopes.flatMap(({ calls }) => calls),
  };
};

const fetchRequestToken = async (
  ads: Ads,
  callback: string,
  { accessType }: SignInOptions,
): Promise<RequestToken> => {
  const endpoint = tokens.createRequestToken;
  const { rows } = await ads.call(endpoint, {
    oauth_callback: callback,
    ...(accessType !== undefined && { x_auth_access_type: accessType }),
  });
  const read = createReader(endpoint.name, rows);
  if (read('oauth_callback_confirmed') !== 'true') {
    throw unusable(endpoint.name, 'oauth_callback_confirmed');
  }
  return { token: read('oauth_token'), tokenSecret: read('oauth_token_secret') };
};

const fetchGrant = async (ads: Ads, verifier: string): Promise<Grant> => {
  const endpoint = tokens.createAccessToken;
  const { rows } = await ads.call(endpoint, { oauth_verifier: verifier });
  const read = createReader(endpoint.name, rows);
  const userId = read('user_id');
  if (!/^\d{1,19}$/.test(userId)) throw unusable(endpoint.name, 'user_id');
  const token = { token: read('oauth_token'), tokenSecret: read('oauth_token_secret') };
  return { ...token, userId, screenName: read('screen_name') };
};

const pageFor = (client: Client, token: string, options: SignInOptions): string =>
  client.pageUrl(tokens[options.mode ?? 'authorize'], {
    oauth_token: token,
    ...(options.forceLogin !== undefined && { force_login: options.forceLogin }),
    ...(options.screenName !== undefined && { screen_name: options.screenName }),
  });

const asViewer = ({ token, tokenSecret }: RequestToken): Viewer => ({
  key: '',
  token,
  tokenSecret,
  userId: null,
  screenName: null,
  isOwnerToken: false,
});

// The function throws if a required column of the response is missing or is not printable ASCII.
const createReader =
  (endpoint: string, [row]: readonly Row[]) =>
  (column: string): string => {
    const value = row?.[column];
    if (typeof value === 'string' && /^[\x21-\x7e]{1,1024}$/.test(value)) return value;
    throw unusable(endpoint, column);
  };

const unusable = (endpoint: string, column: string): TransportError =>
  badResponse(endpoint, `the response has no usable ${column}`);

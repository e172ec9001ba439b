import { visitPage } from '../consent.ts';
import type { ConsentPage } from '../consent-page.ts';
import type { EmulatorResponse } from '../envelope.ts';
import { refusal } from '../refusal.ts';
import type { Handler, Scope } from '../scope.ts';

const written = (type: string, body: string): EmulatorResponse => ({
  status: 200,
  envelope: {},
  omits: [],
  written: { type, body },
});

const json = (value: object): EmulatorResponse =>
  written('application/json;charset=utf-8', JSON.stringify(value));

const form = (values: Readonly<Record<string, string>>): EmulatorResponse =>
  written('text/html;charset=utf-8', new URLSearchParams(values).toString());

const page = ({ status, html, headers }: ConsentPage): EmulatorResponse => ({
  ...written('text/html;charset=utf-8', html),
  status,
  headers,
});

const createRequestToken: Handler = ({ input, tokens, settings }) => {
  const callback = String(input['oauth_callback']);
  const registered = settings.callbackUrls;
  const isRegistered = registered === null || registered.includes(callback);
  if (callback !== 'oob' && (!isCallback(callback) || !isRegistered)) {
    throw refusal(403, 415, 'Callback URL not approved for this client application.');
  }
  const { token, secret } = tokens.request(callback);
  return form({
    oauth_token: token,
    oauth_token_secret: secret,
    oauth_callback_confirmed: 'true',
  });
};

const isCallback = (callback: string): boolean =>
  URL.canParse(callback) && /^https?:$/.test(new URL(callback).protocol);

const visit = ({ input, tokens, credentials }: Scope, remembers: boolean): EmulatorResponse =>
  page(
    visitPage(tokens, {
      token: String(input['oauth_token']),
      forceLogin: input['force_login'] === true,
      screenName: String(input['screen_name'] ?? ''),
      cookie: credentials.cookie,
      remembers,
    }),
  );

const authorize: Handler = (scope) => visit(scope, false);
const authenticate: Handler = (scope) => visit(scope, true);

const createAccessToken: Handler = ({ input, tokens, credentials }) => {
  const user = tokens.exchange(credentials.token, String(input['oauth_verifier']));
  if (user === undefined) throw refusal(401, 32, 'Could not authenticate you.');
  return form({
    oauth_token: user.token,
    oauth_token_secret: user.tokenSecret,
    user_id: user.userId,
    screen_name: user.screenName,
  });
};

const invalidateAccessToken: Handler = ({ tokens, credentials }) => {
  tokens.invalidate(credentials.token);
  return json({ access_token: credentials.token });
};

const createBearerToken: Handler = ({ tokens, settings, credentials, consumer }) => {
  const pair = `${encodeURIComponent(consumer.key)}:${encodeURIComponent(consumer.secret)}`;
  if (credentials.authorization !== `Basic ${Buffer.from(pair).toString('base64')}`) {
    throw refusal(401, 32, 'Could not authenticate you.');
  }
  if (settings.bearerTooOften) throw refusal(403, 99, 'Requested too frequently');
  return json({ token_type: 'bearer', access_token: tokens.bearer() });
};

const invalidateBearerToken: Handler = ({ tokens, input, user }) => {
  const isOwner = user?.userId === tokens.users()[0]?.userId;
  const ended = isOwner ? tokens.invalidateBearer(String(input['access_token'])) : null;
  if (ended === null) {
    throw refusal(401, 348, 'Client application is not permitted to invalidate this token.');
  }
  return json({ access_token: ended });
};

export const handlers: Readonly<Record<string, Handler>> = {
  createRequestToken,
  authorize,
  authenticate,
  createAccessToken,
  invalidateAccessToken,
  createBearerToken,
  invalidateBearerToken,
};

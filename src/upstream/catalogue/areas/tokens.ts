import { get, group, post } from '../language/endpoint.ts';
import { entity, oneOf } from '../language/entity.ts';
import { choices, flag, required, text } from '../language/params.ts';
import { replaced, unshown } from '../language/storage.ts';

const accessType = choices('AccessType', 'What an application may do for a user', {
  read: 'Read',
  write: 'Read and write',
});
const grantType = choices('GrantType', 'What a bearer token is given for', {
  client_credentials: 'The keys of the application',
});

const withoutKey = { key: null, inAccount: false } as const;

const requestToken = entity(
  'RequestToken',
  'The permission to send a user to the consent page.',
  {
    oauth_token: text('The request token', { secret: true }),
    oauth_token_secret: text('Its secret', { secret: true }),
    oauth_callback_confirmed: text('"true" where the callback was taken'),
  },
  withoutKey,
);

const accessToken = entity(
  'AccessToken',
  'The permission to act for a user.',
  {
    oauth_token: text('The access token', { secret: true }),
    oauth_token_secret: text('Its secret', { secret: true }),
    user_id: text('The user'),
    screen_name: text('The name of the user'),
  },
  withoutKey,
);

const bearerToken = entity(
  'BearerToken',
  'The permission to act only for the application.',
  {
    token_type: text('Always "bearer"'),
    access_token: text('The token, in which percent-encoded characters may appear', {
      secret: true,
    }),
  },
  withoutKey,
);

const revokedToken = entity(
  'RevokedToken',
  'A token that opens nothing any more.',
  { access_token: text('The token', { secret: true }) },
  withoutKey,
);

const page = entity('ConsentPage', 'A page on which a user decides.', {}, withoutKey);

const consent = {
  oauth_token: required(text('The request token', { min: 1, secret: true })),
  force_login: flag('Makes the user enter name and password'),
  screen_name: text('Name to begin with'),
};

const unversioned = { host: 'platform', version: null } as const;

export const tokens = group({
  createRequestToken: post('oauth/request_token', {
    doc: 'Begins a sign-in',
    ...unversioned,
    auth: 'consumer',
    params: {
      oauth_callback: required(
        text('Where the user comes back to; oob shows a PIN instead', { min: 1 }),
      ),
      x_auth_access_type: unshown(
        accessType.any('Asks for less access than the application may have'),
      ),
    },
    quirks: { inHeader: ['oauth_callback'] },
    written: 'form',
    returns: oneOf(requestToken),
  }),
  authorize: get('oauth/authorize', {
    doc: 'The page on which a user allows or denies access',
    ...unversioned,
    auth: 'browser',
    params: consent,
    written: 'page',
    returns: oneOf(page),
  }),
  authenticate: get('oauth/authenticate', {
    doc: 'The same page, which sends a user on who allowed access before',
    ...unversioned,
    auth: 'browser',
    params: consent,
    written: 'page',
    returns: oneOf(page),
  }),
  createAccessToken: post('oauth/access_token', {
    doc: 'Exchanges a request token, which signs, and its verifier for an access token',
    ...unversioned,
    auth: 'requestToken',
    params: {
      oauth_verifier: required(
        text('What the callback brought, or the PIN', { min: 1, secret: true }),
      ),
    },
    written: 'form',
    returns: oneOf(accessToken),
  }),
  invalidateAccessToken: post('oauth/invalidate_token', {
    doc: "Ends the viewer's access token: this session and every other one of the user with this application. Sign in again for a new one",
    host: 'platform',
    version: '1.1',
    quirks: { alias: 'oauth/invalidate_token.json', ends: 'viewer' },
    written: 'object',
    returns: oneOf(revokedToken),
  }),
  createBearerToken: post('oauth2/token', {
    doc: 'The bearer token of the application; the same one as long as it is outstanding',
    ...unversioned,
    auth: 'basic',
    quirks: { charset: 'UTF-8' },
    params: { grant_type: required(grantType.any('What the token is given for')) },
    written: 'object',
    returns: oneOf(bearerToken),
  }),
  invalidateBearerToken: post('oauth2/invalidate_token', {
    doc: "Ends a bearer token of the application, signed with the owner's token. The gateway fetches a new one when it next needs one",
    ...unversioned,
    auth: 'owner',
    body: 'query',
    params: {
      // The answer may spell it percent-encoded.
      access_token: required(replaced(text('The bearer token to end', { min: 1, secret: true }))),
    },
    written: 'object',
    quirks: { ends: 'bearer' },
    returns: oneOf(revokedToken),
  }),
});

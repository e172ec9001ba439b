import { generateKeyPairSync, hkdfSync } from 'node:crypto';
import type { ClientFacts, ProviderContext } from 'oidc-provider';
import { errors, interactionPolicy, Provider } from 'oidc-provider';
import { dayMs } from '../../src/upstream/catalogue/language/times.ts';
import { paths } from '../paths.ts';
import { scopes } from '../scopes.ts';
import { answerClient, answerMode } from './answer-client.ts';
import { featuresOf, type ProviderNeeds } from './oauth-features.ts';
import { sendOAuthError } from './oauth-refusal.ts';
import { publicFetch } from './public-fetch.ts';
import { isRedirect, isSameRedirect } from './redirect.ts';
import { authMethods } from './server-metadata.ts';

const refreshSeconds = (30 * dayMs) / 1000;
/** Seconds for which a consent page is open. */
const consentSeconds = 900;
const maxDocumentBytes = 64 * 1024;

/**
 * Creates the authorization server: OAuth 2.1 with PKCE for every client, tokens for one resource,
 * without OpenID. Every request for a code asks the user.
 */
export const createProvider = (needs: ProviderNeeds): Provider => {
  const { publicUrl, records } = needs;
  const provider = new Provider(publicUrl, {
    ...configurationOf(needs),
    adapter: records,
    routes: {
      authorization: paths.authorize,
      token: paths.token,
      revocation: paths.revoke,
      registration: paths.register,
    },
    interactions: { policy: [consentPrompt()], url: consentUrl(publicUrl) },
    cookies: cookiesOf(needs),
    jwks: { keys: [unusedKey()] },
    features: featuresOf(needs),
  });
  // The address is the one of the door, whatever a proxy or a client sends.
  provider.proxy = true;
  provider.silent = true;
  provider.registerResponseMode(answerMode, answerClient);
  provider.Client.prototype.redirectUriAllowed = function (address: string): boolean {
    return isRedirect(address) && this.redirectUris.some((one) => isSameRedirect(one, address));
  };
  return provider;
};

const configurationOf = ({ clients, allowedOrigins, grantOf, tokenMs }: ProviderNeeds) => ({
  clients: clients.map(({ name, redirect }) => ({
    client_id: name,
    client_name: name,
    redirect_uris: [redirect],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
  })),
  // Programs listen on loopback or have a scheme. Their rules hold for all clients.
  clientDefaults: { application_type: 'native', id_token_signed_response_alg: 'EdDSA' },
  clientAuthMethods: [...authMethods],
  clientBasedCORS: (_: ProviderContext, origin: string) => allowedOrigins.includes(origin),
  enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
  extraClientMetadata: {
    properties: [...Object.keys(supported), ...unused, ...refusedMetadata, 'redirect_uris'],
    validator: checkMetadata,
  },
  expiresWithSession: () => false,
  fetch: publicFetch,
  fetchResponseBodyLimits: { 'client_id metadata document': maxDocumentBytes },
  findAccount: async (_: ProviderContext, accountId: string, token?: { grantId?: string }) => {
    const account = { accountId, claims: () => ({ sub: accountId }) };
    if (token === undefined) return account;
    return (await grantOf(token.grantId ?? '')) === null ? undefined : account;
  },
  issueRefreshToken: (_: ProviderContext, client: ClientFacts) =>
    client.grantTypeAllowed('refresh_token'),
  loadExistingGrant: async (ctx: ProviderContext & { oidc: { provider: Provider } }) => {
    const grantId = ctx.oidc.result?.consent?.grantId;
    return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId);
  },
  pkce: { required: () => true },
  renderError: sendOAuthError,
  responseTypes: ['code'],
  revokeGrantPolicy: () => true,
  rotateRefreshToken: true,
  scopes: [...scopes],
  ttl: {
    AccessToken: Math.ceil(tokenMs / 1000),
    AuthorizationCode: 60,
    Grant: refreshSeconds,
    Interaction: consentSeconds,
    RefreshToken: refreshSeconds,
    Session: consentSeconds,
  },
});

/** The values that a registration may have; others are left out, as RFC 7591 allows. */
const supported: Readonly<Record<string, readonly string[]>> = {
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
};
/** Members of a registration that are dropped: nothing reads them. Users choose the scopes. */
const unused = [
  'scope',
  'response_modes',
  'contacts',
  'client_uri',
  'logo_uri',
  'policy_uri',
  'tos_uri',
  'id_token_signed_response_alg',
];
const refusedMetadata = ['sector_identifier_uri', 'jwks_uri'];

/** Checks a client's metadata; nothing that it names is fetched. */
const checkMetadata = (
  _: unknown,
  key: string,
  value: unknown,
  metadata: Record<string, unknown>,
): void => {
  const known = supported[key];
  if (value === undefined) return;
  if (unused.includes(key)) Reflect.deleteProperty(metadata, key);
  else if (known !== undefined) {
    const some = Array.isArray(value) ? value.filter((one) => known.includes(one)) : [];
    if (some.length > 0) metadata[key] = some;
  } else if (key !== 'redirect_uris') {
    throw new errors.InvalidClientMetadata(`${key} is not supported`);
  } else if (![value].flat().every((one) => typeof one === 'string' && isRedirect(one))) {
    throw new errors.InvalidClientMetadata(
      'redirect_uris must have https, http on loopback, or a scheme with a dot, such as com.example.app',
    );
  }
};

/** Asks the user at every request for a code; earlier grants decide nothing. */
const consentPrompt = () => {
  const { Check, Prompt } = interactionPolicy;
  const isOpen = ({ oidc }: ProviderContext): boolean =>
    oidc.result?.consent?.grantId === undefined;
  const check = new Check('open', 'the user must consent', 'consent_required', isOpen);
  return new Prompt({ name: 'consent', requestable: false }, check);
};

const consentUrl =
  (publicUrl: string) =>
  (_: ProviderContext, { uid }: { readonly uid: string }): string =>
    `${publicUrl}${paths.consent}/${uid}`;

const cookiesOf = ({ publicUrl, secrets }: ProviderNeeds) => {
  const secure = publicUrl.startsWith('https:');
  const prefix = `${secure ? '__Secure-' : ''}ads_graph_oauth`;
  const options = { httpOnly: true, overwrite: true, sameSite: 'lax', secure, signed: true };
  return {
    keys: secrets.map((secret) =>
      Buffer.from(hkdfSync('sha256', secret, '', 'ads-graph oauth cookies', 32)).toString('base64'),
    ),
    names: {
      session: `${prefix}_session`,
      interaction: `${prefix}_consent`,
      resume: `${prefix}_resume`,
    },
    long: options,
    short: options,
  };
};

// The library requires a key for id tokens, though none are issued.
const unusedKey = () => ({
  ...generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }),
  alg: 'EdDSA',
  use: 'sig',
});

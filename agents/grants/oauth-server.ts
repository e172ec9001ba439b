import type { IncomingMessage } from 'node:http';
import { errors, type Provider } from 'oidc-provider';
import { problemOf, sendJson } from '../../src/auth/replies.ts';
import { refused } from '../../src/errors/errors.ts';
import type { HttpExchange } from '../gateway.ts';
import { grantPath, paths } from '../paths.ts';
import { answerMode } from './answer-client.ts';
import { answerConsent, type ConsentNeeds, refuseLong } from './consent.ts';
import type { GrantNeeds, GrantSettings } from './grant-needs.ts';
import type { GrantRecord } from './grant-record.ts';
import type { GrantStore } from './grant-store.ts';
import { createProvider } from './oauth-provider.ts';
import { createOAuthRecords } from './oauth-records.ts';
import { resourceMetadata, resourceOf, serverMetadata } from './server-metadata.ts';

/** The claims of an access token. */
export interface TokenFacts {
  readonly grantId: string;
  readonly scopes: ReadonlySet<string>;
}

/** The authorization server. */
export interface OAuthServer {
  /** Answers a request to a path of `grantPath`. Rejects with a refusal. */
  readonly answer: (exchange: HttpExchange, path: string) => Promise<void>;
  /** The claims of an access token for the tools; null if it is not valid. */
  readonly read: (token: string) => Promise<TokenFacts | null>;
}

interface ServerNeeds extends GrantNeeds {
  readonly grants: GrantStore;
  readonly grantOf: (id: string) => Promise<GrantRecord | null>;
}

/** Creates the authorization server. */
export const createOAuthServer = (settings: GrantSettings, needs: ServerNeeds): OAuthServer => {
  const { identity, store, now, grants, grantOf } = needs;
  const publicUrl = identity.publicUrl();
  const { sessionSecrets: secrets, mcpRegistration: mayRegister } = settings;
  const usedTwice = () => new errors.InvalidGrant('used twice');
  const full = () =>
    Object.assign(new errors.TemporarilyUnavailable(noRoom), { status: 429, statusCode: 429 });
  const records = createOAuthRecords({ store, secrets, now, grants, usedTwice, full });
  const provider = createProvider({
    publicUrl,
    secrets,
    records,
    clients: settings.mcpClients,
    mayRegister,
    allowedOrigins: [...identity.allowedOrigins],
    tokenMs: settings.timeouts.mcpToken,
    countFetch: identity.countClient,
    grantOf,
  });
  const pass = passing(provider, publicUrl);
  const consent: ConsentNeeds = { ...needs, provider, clients: records('Client') };
  const answer: OAuthServer['answer'] = async (exchange, path) => {
    const { req, res } = exchange;
    const { route = '', id = null } = grantPath(path) ?? {};
    if (route === paths.register && !mayRegister)
      throw refused(
        404,
        'This gateway does not register clients. Ask its operator to add this one to MCP_CLIENTS.',
      );
    refuseMethod(req, route);
    if (route === paths.server) return sendPublic(exchange, serverMetadata(publicUrl, mayRegister));
    if (route.startsWith(paths.resource)) return sendPublic(exchange, resourceMetadata(publicUrl));
    if (route.startsWith(paths.consent)) return answerConsent(consent, exchange, id ?? '');
    // These requests take room in the store before anybody has signed in.
    if (route === paths.authorize || route === paths.register) await identity.countClient(req);
    if (route === paths.register) refuseLong(req, longestRegistration, 'A registration');
    if (route === paths.authorize) req.url = completed(req.url ?? '');
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('Referrer-Policy', 'no-referrer');
    return pass(exchange);
  };
  const resource = resourceOf(publicUrl);
  return {
    answer,
    read: async (token) => {
      const { grantId, aud, scope = '' } = (await provider.AccessToken.find(token)) ?? {};
      if (grantId === undefined || aud !== resource) return null;
      return { grantId, scopes: new Set(scope.split(' ')) };
    },
  };
};

const noRoom = 'there is no room for more clients and tokens just now, so try again later';
const longestRegistration = 8192;
const longestRequest = 4096;

const posted: ReadonlySet<string> = new Set([paths.token, paths.revoke, paths.register]);

const refuseMethod = ({ method = '' }: IncomingMessage, route: string): void => {
  const own = posted.has(route) ? ['POST', 'OPTIONS'] : ['GET'];
  const allowed = route.startsWith(paths.consent) ? ['GET', 'POST'] : own;
  if (allowed.includes(method)) return;
  const list = allowed.join(', ');
  throw refused(405, `Use ${list} at this address.`, { headers: { Allow: list } });
};

const sendPublic = ({ res }: HttpExchange, metadata: object): void =>
  sendJson(res, metadata, { headers: { 'Access-Control-Allow-Origin': '*' } });

/**
 * A request for a code without its optional parameters. Every request asks the user, so `prompt` is
 * dropped too. Throws a refusal for any response mode but a redirect.
 */
const completed = (address: string): string => {
  if (address.length > longestRequest) {
    throw refused(414, `A request for a code has at most ${longestRequest} characters.`);
  }
  const [path = '', ...rest] = address.split('?');
  const query = new URLSearchParams(rest.join('?'));
  if ((query.get('response_mode') ?? 'query') !== 'query') {
    throw refused(400, 'A code is sent in the query only.');
  }
  query.set('response_mode', answerMode);
  if (query.get('prompt') !== 'none') query.delete('prompt');
  if (!query.has('scope')) query.set('scope', 'ads.read');
  return `${path}?${query}`;
};

/** Hands requests to the library. Its unexpected errors are recorded with the request. */
const passing = (provider: Provider, publicUrl: string) => {
  const { protocol, host } = new URL(publicUrl);
  const handle = provider.callback();
  const exchanges = new WeakMap<IncomingMessage, HttpExchange>();
  provider.on('server_error', (ctx, error) => {
    const record = exchanges.get(ctx.req)?.record;
    const refusal = problemOf(error);
    ctx.status = refusal?.status ?? (error.name === 'StoreError' ? 503 : 500);
    if (record === undefined) return;
    record.codes = [refusal?.code ?? 'INTERNAL_SERVER_ERROR'];
    if (refusal === null) record.internalErrors = [...record.internalErrors, error];
  });
  return async (exchange: HttpExchange): Promise<void> => {
    const { req, res } = exchange;
    exchanges.set(req, exchange);
    req.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    req.headers['x-forwarded-host'] = host;
    await handle(req, res);
  };
};

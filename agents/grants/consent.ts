import type { InteractionFacts, Provider } from 'oidc-provider';
import { redirect, sendPage } from '../../src/auth/replies.ts';
import { refused } from '../../src/errors/errors.ts';
import type { Caller, HttpExchange } from '../gateway.ts';
import { leadToSignIn, pageSession, refuseOtherPages } from '../page-session.ts';
import { scopes as allScopes, type Scope } from '../scopes.ts';
import { type ConsentAsk, consentPage, type OfferedAccount } from './consent-page.ts';
import type { GrantNeeds } from './grant-needs.ts';
import { paths } from './grant-paths.ts';
import type { GrantStore } from './grant-store.ts';
import { grantedClient } from './granted-client.ts';
import { keepClient, type OAuthRecords } from './oauth-records.ts';
import { refuseLong } from './refuse-long.ts';
import { resourceOf } from './server-metadata.ts';

/** The parts that the consent page uses. */
export interface ConsentNeeds extends GrantNeeds {
  readonly provider: Provider;
  readonly grants: GrantStore;
  readonly clients: OAuthRecords;
}

/** The most bytes of the form, with every account selected. */
const longestAnswer = 32 * 1024;
/** The most accounts of a grant; a list of accounts takes no more ids. */
const maxAccounts = 200;

/** Shows a client's request to a signed-in user, and takes the answer. */
export const answerConsent = async (
  needs: ConsentNeeds,
  exchange: HttpExchange,
  id: string,
): Promise<void> => {
  const { identity, accountsOf } = needs;
  const { req, res, record } = exchange;
  const isAnswer = req.method === 'POST';
  if (isAnswer) refuseOtherPages(needs, req.headers);
  const interaction = await interactionOf(needs, exchange, id);
  const [sealed, ...others] = identity.cookies.read(req.headers, 'session');
  const cookie = { cookie: req.headers.cookie };
  const session = others.length > 0 ? null : await pageSession(identity, cookie);
  if (session === null || sealed === undefined) {
    // The sign-in leads back with an error if the user denied it.
    if (/[?&]error=access_denied(?:&|$)/.test(req.url ?? ''))
      return finish(needs, exchange, denied);
    return leadToSignIn(needs, exchange, `${paths.consent}/${id}`);
  }
  record.user = session.userId;
  const client = await clientOf(needs, interaction);
  record.client = client.logName;
  const caller = await identity.callerOf(cookie);
  exchange.callerKey = caller.callerKey;
  const answer = isAnswer ? await answerIn(needs, exchange, caller) : null;
  if (answer?.get('decision') === 'deny') return finish(needs, exchange, denied);
  const scopes = scopesIn(interaction.params['scope']);
  if (scopes.length === 0) return finish(needs, exchange, unknownScope);
  const accounts = await accountsOf(caller, exchange);
  const { screenName } = session;
  const ask: ConsentAsk = { client: client.shown, screenName, scopes, accounts, fault: null };
  const chosen = answer === null ? null : chosenIn(answer, ask);
  if (chosen === null) return sendPage(res, consentPage(ask));
  if ('fault' in chosen) return sendPage(res, consentPage({ ...ask, ...chosen }), { status: 400 });
  const grantId = await grant(needs, { userId: session.userId, clientId: client.shown.id }, chosen);
  await needs.grants.keep({
    ...chosen,
    id: grantId,
    userId: session.userId,
    session: sealed,
    client: client.shown,
    grantedAt: needs.now(),
    usedAt: null,
    expiresAt: session.expiresAt,
  });
  await keepClient(needs.clients, client.shown.id, session.userId);
  const login = { accountId: session.userId, remember: false };
  await finish(needs, exchange, { login, consent: { grantId } });
};

const denied = { error: 'access_denied', error_description: 'the user denied it' };
const unknownScope = { error: 'invalid_scope', error_description: 'no such scope' };

/** The request that brought this browser here. Throws if there is none, or it has expired. */
const interactionOf = async (
  { provider }: ConsentNeeds,
  { req, res }: HttpExchange,
  id: string,
): Promise<InteractionFacts> => {
  const found = await provider.interactionDetails(req, res).catch((error: Error) => {
    if (error.name === 'SessionNotFound') return null;
    throw error;
  });
  if (found?.uid === id) return found;
  throw refused(400, 'Nothing is asked here any more. Begin again in the client.');
};

const clientOf = async ({ provider }: ConsentNeeds, { params }: InteractionFacts) => {
  const { client_id: id, redirect_uri: address } = params;
  const client = await provider.Client.find(String(id));
  if (client === undefined) throw refused(400, 'This client is not known any more.');
  return grantedClient(client, String(address));
};

/** The form that a user sent. */
const answerIn = async (
  { read }: ConsentNeeds,
  exchange: HttpExchange,
  caller: Caller,
): Promise<URLSearchParams> => {
  refuseLong(exchange.req, longestAnswer, 'The form');
  return new URLSearchParams((await read(exchange, caller)).toString());
};

const scopesIn = (text: unknown): readonly Scope[] => {
  const asked = new Set(String(text ?? '').split(' '));
  return allScopes.filter((scope) => asked.has(scope));
};

interface ConsentChoice {
  readonly scopes: readonly Scope[];
  readonly accounts: readonly OfferedAccount[];
}

/** The user's choice among the scopes and accounts that were offered, or its fault. */
const chosenIn = (
  answer: URLSearchParams,
  { scopes: asked, accounts: offered }: ConsentAsk,
): ConsentChoice | { readonly fault: string } => {
  const [scopeNames, ids] = [new Set(answer.getAll('scope')), new Set(answer.getAll('account'))];
  const scopes = asked.filter((scope) => scopeNames.has(scope));
  const accounts = offered.filter(({ id }) => ids.has(id));
  if (answer.get('decision') !== 'allow') return { fault: 'Allow or deny it.' };
  if (accounts.length < ids.size) return { fault: 'You may choose accounts of yours only.' };
  if (scopes.length === 0) return { fault: 'Choose what it may do, or deny it.' };
  if (accounts.length === 0) return { fault: 'Choose an account, or deny it.' };
  if (accounts.length > maxAccounts) return { fault: `Choose at most ${maxAccounts} accounts.` };
  return { scopes, accounts };
};

/** Creates the grant of the tokens; returns its id. */
const grant = (
  { provider, identity }: ConsentNeeds,
  { userId, clientId }: { readonly userId: string; readonly clientId: string },
  { scopes }: ConsentChoice,
): Promise<string> => {
  const made = new provider.Grant({ accountId: userId, clientId });
  made.addResourceScope(resourceOf(identity.publicUrl()), scopes.join(' '));
  return made.save();
};

/** Passes the answer to the authorization server, which redirects the browser. */
const finish = async (
  { provider }: ConsentNeeds,
  { req, res }: HttpExchange,
  result: object,
): Promise<void> => redirect(res, await provider.interactionResult(req, res, result));

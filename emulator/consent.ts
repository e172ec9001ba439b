import type { ConsentPage } from './consent-page.ts';
import {
  callbackWith,
  closedPage,
  consentPage,
  pinPage,
  redirect,
  userCookie,
  userIn,
} from './consent-page.ts';
import type { IssuedToken, Tokens } from './tokens.ts';

/** The fields of the form of the consent page. */
export type Decision = Readonly<Record<'oauth_token' | 'user_id' | 'decision', string>>;

interface Visit {
  readonly token: string;
  readonly forceLogin: boolean;
  readonly screenName: string;
  readonly cookie: string;
  /** True if a user who allowed access before is redirected without the page. */
  readonly remembers: boolean;
}

const unknown = (): ConsentPage =>
  closedPage(401, 'This sign-in is not known, was used up, or took too long.');

/** The response to `oauth/authorize` and `oauth/authenticate`. */
export const visitPage = (tokens: Tokens, visit: Visit): ConsentPage => {
  const request = tokens.requested(visit.token);
  if (request === undefined || request.granted !== null) return unknown();
  const userId = visit.forceLogin ? '' : userIn(visit.cookie);
  if (visit.remembers && tokens.hasAllowed(userId)) return allowPage(tokens, request, userId);
  return consentPage(tokens, request, { screenName: visit.screenName, userId });
};

/**
 * The response to the form of the consent page: a redirect to the callback, a PIN, or a page that
 * access was denied.
 */
export const decisionPage = (tokens: Tokens, decision: Decision): ConsentPage => {
  const request = tokens.requested(decision.oauth_token);
  if (request === undefined || request.granted !== null) return unknown();
  if (decision.decision === 'allow') return allowPage(tokens, request, decision.user_id);
  tokens.deny(request.token);
  return request.callback === 'oob'
    ? closedPage(200, 'You denied access.')
    : redirect(callbackWith(request, { denied: request.token }));
};

const allowPage = (tokens: Tokens, { token }: IssuedToken, userId: string): ConsentPage => {
  const request = tokens.allow(token, userId);
  const verifier = request?.granted?.verifier;
  if (request === undefined || verifier === undefined) return unknown();
  const next =
    request.callback === 'oob'
      ? pinPage(verifier)
      : redirect(callbackWith(request, { oauth_token: token, oauth_verifier: verifier }));
  const cookie = `${userCookie}=${userId}; Path=/; HttpOnly; SameSite=Lax`;
  return { ...next, headers: { ...next.headers, 'set-cookie': cookie } };
};

import { refused } from '../errors.ts';
import { UpstreamError } from '../upstream/client/errors.ts';
import { problemOf, sendJson, sendProblem } from './answers.ts';
import type { Exchange, RouteNote } from './exchange.ts';
import type { Identity } from './identity.ts';
import { originsOf } from './origins.ts';
import type { Caller } from './viewer.ts';

const nobody = { signedIn: false, userId: null, screenName: null };

/** `POST /auth/logout`: ends the session, and with `revoke=true` the user's access token upstream. */
export const logout = async (
  identity: Identity,
  exchange: Exchange,
  note: RouteNote,
): Promise<void> => {
  const { req, res, query } = exchange;
  const { callerOf, cookies, ended } = identity;
  refuseForeign(identity, req.headers);
  const revoke = query.get('revoke') ?? 'false';
  if (revoke !== 'true' && revoke !== 'false') throw refused(400, 'revoke must be true or false.');
  // A cookie that does not hold is taken away all the same.
  res.setHeader('Set-Cookie', cookies.write('session', null));
  const { session, viewer } = await callerOf(req.headers);
  if (session === null || viewer === null) {
    throw refused(401, 'There is no session to end.', { code: 'UNAUTHENTICATED' });
  }
  await ended.end(session);
  const failure = revoke === 'true' ? await revoked(identity, viewer, note) : null;
  const problem = failure === null ? null : problemOf(failure);
  if (failure === null) {
    sendJson(res, nobody);
    return;
  }
  if (problem === null) throw failure;
  const message = `The session has ended, but nobody can tell whether the access token has. ${problem.message}`;
  note.codes = [problem.code];
  sendProblem(exchange, { ...problem, message }, nobody);
};

/** Ends a viewer's token upstream, and here every session that holds it. Gives the failure instead of throwing it. */
const revoked = async (
  { flow, ended }: Identity,
  viewer: NonNullable<Caller['viewer']>,
  note: RouteNote,
): Promise<unknown> => {
  const own = flow();
  try {
    await own.revoke(viewer);
  } catch (error) {
    // A token that the API no longer knows is what was asked for.
    const isGone = error instanceof UpstreamError && error.code === 'REAUTHENTICATION_REQUIRED';
    if (!isGone) return error;
  } finally {
    note.calls = own.calls();
  }
  await ended.endToken(viewer.token, 'ended');
  return null;
};

/** Lets the gateway's own pages, allowed ones, and callers that name the session themselves pass. */
const refuseForeign = (identity: Identity, headers: Exchange['req']['headers']): void => {
  const { origin, authorization = '' } = headers;
  const { own, allowed } = originsOf(identity, headers);
  const isOurs = origin !== undefined && (origin === own || allowed.has(origin));
  const isBearer = /^bearer\s/i.test(authorization);
  if (isOurs || isBearer) return;
  throw refused(403, 'Sign out from a page of the gateway or of an allowed origin.', {
    code: 'CSRF_BLOCKED',
  });
};

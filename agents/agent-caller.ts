import type { IncomingHttpHeaders } from 'node:http';
import { bearerIn } from '../src/auth/viewer.ts';
import { refused } from '../src/errors/errors.ts';
import type { Caller, Identity } from './gateway.ts';
import type { Grants } from './grants/grants.ts';

/** What callers of agents are found by. `grants` is null where no client from outside comes in. */
interface AgentCallerNeeds extends Pick<Identity, 'callerOf' | 'cookies'> {
  readonly grants: Grants | null;
}

/**
 * Finds out who sent a request of an agent: the holder of an access token, or of an API key that
 * lends the owner's token, as `x-api-key` or as bearer; or a program of this machine where no keys
 * are set. Rejects with status 401 for anybody else, sessions too: an agent does not act with the
 * cookie of a person.
 */
export const agentCallerOf = async (
  { callerOf, cookies, grants }: AgentCallerNeeds,
  headers: IncomingHttpHeaders,
): Promise<Caller> => {
  const { authorization, cookie: _, 'x-api-key': header, ...rest } = headers;
  const refuse = (): never => refuseCaller(grants, authorization !== undefined);
  if (cookies.read(headers, 'session').length > 0) return refuse();
  const bearer = authorization === undefined ? undefined : bearerIn(authorization);
  if (bearer === null) return refuse();
  if (bearer !== undefined && header !== undefined && bearer !== header) return refuse();
  if (bearer !== undefined && header === undefined && grants !== null) {
    const granted = await grants.callerOf(bearer);
    if (granted !== null) return granted;
  }
  const key = bearer ?? header;
  const sent = { ...rest, ...(key !== undefined && { 'x-api-key': key }) };
  const caller = await found(callerOf, sent);
  // Where no keys are set, one that is sent is wrong.
  const isKnown = key === undefined || caller?.key != null;
  if (!isKnown || caller === null || caller.viewer === null) return refuse();
  return { ...caller, isAgent: true };
};

const found = async (
  callerOf: Identity['callerOf'],
  headers: IncomingHttpHeaders,
): Promise<Caller | null> => {
  try {
    return await callerOf(headers, true);
  } catch {
    return null;
  }
};

/** Tells a caller who is nobody what to send; and where a client gets a token, if there is one. */
const refuseCaller = (grants: Grants | null, hasToken: boolean): never => {
  const challenge = grants?.challenge(['ads.read'], hasToken ? 'invalid_token' : null);
  const token = grants === null ? '' : 'an access token, or ';
  throw refused(
    401,
    `Agents send ${token}an API key that lends the owner's token, as x-api-key or as bearer.`,
    { code: 'UNAUTHENTICATED', headers: { 'WWW-Authenticate': challenge ?? 'Bearer' } },
  );
};

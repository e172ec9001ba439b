import type { IncomingHttpHeaders } from 'node:http';
import { bearerIn } from '../src/auth/viewer.ts';
import { refused } from '../src/errors/errors.ts';
import type { Caller, Identity } from './gateway.ts';
import type { Grants } from './grants/grants.ts';

/** The parts of a gateway that know its callers. `grants` is null without clients from outside. */
interface AgentCallerNeeds extends Pick<Identity, 'callerOf' | 'cookies'> {
  readonly grants: Grants | null;
}

/**
 * Identifies the sender of an agent's request: the holder of an access token, or of an API key that
 * lends the owner's token, as `x-api-key` or as bearer; without configured keys, a program of this
 * machine. Rejects with status 401 for anybody else. Sessions are refused too: an agent does not
 * act with a person's cookie.
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
  // Without configured keys, a key that is sent is wrong.
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

/**
 * Tells an unknown caller which credentials to send, and the address that issues tokens, if any.
 */
const refuseCaller = (grants: Grants | null, hasToken: boolean): never => {
  const challenge = grants?.challenge(['ads.read'], hasToken ? 'invalid_token' : null);
  const token = grants === null ? '' : 'an access token, or ';
  throw refused(
    401,
    `Agents send ${token}an API key that lends the owner's token, as x-api-key or as bearer.`,
    { code: 'UNAUTHENTICATED', headers: { 'WWW-Authenticate': challenge ?? 'Bearer' } },
  );
};

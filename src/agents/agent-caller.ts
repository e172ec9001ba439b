import type { IncomingHttpHeaders } from 'node:http';
import type { Identity } from '../auth/identity.ts';
import { bearerIn, type Caller } from '../auth/viewer.ts';
import { refused } from '../errors.ts';

/**
 * Finds out who sent a request of an agent: the holder of an API key that lends the owner's token,
 * as `x-api-key` or as bearer, or a program of this machine where no keys are set. Rejects with
 * status 401 for anybody else, sessions too: an agent does not act with the cookie of a person.
 */
export const agentCallerOf = async (
  { callerOf, cookies }: Pick<Identity, 'callerOf' | 'cookies'>,
  headers: IncomingHttpHeaders,
): Promise<Caller> => {
  const { authorization, cookie: _, 'x-api-key': header, ...rest } = headers;
  if (cookies.read(headers, 'session').length > 0) throw unknownCaller();
  const bearer = authorization === undefined ? undefined : bearerIn(authorization);
  if (bearer === null) throw unknownCaller();
  if (bearer !== undefined && header !== undefined && bearer !== header) throw unknownCaller();
  const key = bearer ?? header;
  const caller = await found(callerOf, { ...rest, ...(key !== undefined && { 'x-api-key': key }) });
  // Where no keys are set, one that is sent is wrong.
  const isKnown = key === undefined || caller.key !== null;
  if (!isKnown || caller.viewer === null) throw unknownCaller();
  return { ...caller, isAgent: true };
};

const found = async (
  callerOf: Identity['callerOf'],
  headers: IncomingHttpHeaders,
): Promise<Caller> => {
  try {
    return await callerOf(headers);
  } catch {
    throw unknownCaller();
  }
};

const unknownCaller = () =>
  refused(401, "Agents send an API key that lends the owner's token, as x-api-key or as bearer.", {
    code: 'UNAUTHENTICATED',
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

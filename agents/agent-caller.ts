import type { IncomingHttpHeaders } from 'node:http';
import { bearerIn } from '../src/auth/viewer.ts';
import { refused } from '../src/errors/errors.ts';
import { isObject } from '../src/upstream/catalogue/language/values.ts';
import type { Agents } from './agents.ts';
import type { Caller, CallerGrant, Identity } from './gateway.ts';
import type { Grants } from './grants/grants.ts';
import { viewerKey } from './graph-port.ts';
import { isPlanFor, stateOf } from './plans/write-plan.ts';
import { type Scope, scopesFor, scopesOfPlan } from './scopes.ts';

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

interface LackingNeeds {
  readonly agents: Agents;
  readonly grants: Grants;
}

/**
 * Refuses a message of a client whose token lacks a scope, and names all scopes that it needs.
 * Callers without a grant need none.
 */
export const refuseLacking = async (
  { agents, grants }: LackingNeeds,
  caller: Caller,
  message: unknown,
): Promise<void> => {
  const { grant } = caller;
  if (grant === undefined) return;
  const needed = await neededFor(agents, { caller, grant }, message);
  if (needed.every((scope) => grant.scopes.has(scope))) return;
  throw refused(403, `This needs the scopes ${needed.join(' ')}.`, {
    code: 'FORBIDDEN',
    headers: { 'WWW-Authenticate': grants.challenge(needed, 'insufficient_scope') },
  });
};

interface GrantedCaller {
  readonly caller: Caller;
  readonly grant: CallerGrant;
}

const neededFor = async (
  { tools, planning }: Agents,
  { caller, grant }: GrantedCaller,
  message: unknown,
): Promise<readonly Scope[]> => {
  const { method, params } = isObject(message) ? message : {};
  if (method !== 'tools/call' || !isObject(params)) return scopesFor.reading;
  const kind = tools.get(String(params['name']))?.kind ?? 'reads';
  if (kind === 'reads') return scopesFor.reading;
  if (kind === 'prepares') return scopesFor.writing;
  const { arguments: given } = params;
  const id = isObject(given) ? String(given['plan']) : '';
  const plan = await planning.plans.find(viewerKey(caller), id);
  if (plan === null || !isPlanFor(plan, grant)) {
    return kind === 'applies' ? scopesFor.writing : scopesFor.reading;
  }
  // Only a plan that was begun is resumed.
  const isSent = kind === 'applies' || stateOf(plan, planning.now()) === 'BEGUN';
  return isSent ? scopesOfPlan(plan) : scopesFor.reading;
};

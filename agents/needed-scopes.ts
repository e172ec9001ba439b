import { refused } from '../src/errors/errors.ts';
import { isObject } from '../src/upstream/catalogue/language/values.ts';
import type { Agents } from './agents.ts';
import type { Caller, CallerGrant } from './gateway.ts';
import type { Grants } from './grants/grants.ts';
import { viewerKey } from './graph-port.ts';
import { isPlanFor, stateOf } from './plans/write-plan.ts';
import type { Scope } from './scopes.ts';
import { scopesFor, scopesOfPlan } from './scopes.ts';

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
  const plan = await planning.plans.find(viewerKey({ caller }), id);
  if (plan === null || !isPlanFor(plan, grant)) {
    return kind === 'applies' ? scopesFor.writing : scopesFor.reading;
  }
  // Only a plan that was begun is resumed.
  const isSent = kind === 'applies' || stateOf(plan, planning.now()) === 'BEGUN';
  return isSent ? scopesOfPlan(plan) : scopesFor.reading;
};

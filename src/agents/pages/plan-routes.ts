import type { IncomingHttpHeaders } from 'node:http';
import type { Identity } from '../../auth/identity.ts';
import { baseUrlFor, originsOf } from '../../auth/origins.ts';
import { redirect, sendFailure } from '../../auth/replies.ts';
import { internalErrorsOf, refused } from '../../errors.ts';
import { discard } from '../../http/door/body.ts';
import type { Exchange } from '../../http/door/exchange.ts';
import type { Session } from '../../sign-in/session.ts';
import { StoreError } from '../../state/store.ts';
import { storeUnavailable } from '../../state/unavailable.ts';
import type { PlanStore } from '../plans/plan-store.ts';
import { planPage } from './plan-page.ts';
import { planPath } from './plan-route.ts';
import { plansPage } from './plans-page.ts';
import { sendPage, sendProblemPage } from './send-page.ts';

/** What the pages of plans need. */
export interface PlanPageNeeds {
  readonly identity: Identity;
  readonly plans: PlanStore;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Answers the pages of plans, for a session of the user whose plans they are. Without a session it
 * leads to the sign-in and back. Never rejects.
 */
export const answerPlanPage = async (
  needs: PlanPageNeeds,
  exchange: Exchange,
  path: string,
): Promise<void> => {
  const { req, res, record } = exchange;
  const [, id, decision] = planPath.exec(path) ?? [];
  try {
    if (!req.complete) discard(req);
    const method = decision === undefined ? 'GET' : 'POST';
    if (req.method !== method) {
      throw refused(405, `This address takes ${method}.`, { headers: { Allow: method } });
    }
    if (decision !== undefined) refuseOtherOrigins(needs.identity, req.headers);
    const session = await sessionIn(needs.identity, req.headers);
    if (session === null) return leadToSignIn(needs.identity, exchange, path);
    record.user = session.userId;
    if (id === undefined) await sendPlans(needs, exchange, session);
    else if (decision === undefined) await sendPlan(needs, exchange, { session, id });
    else {
      await decide(needs, { session, id, isApproval: decision === 'approve' });
      redirect(res, `../${id}`);
    }
  } catch (error) {
    const shown = error instanceof StoreError ? storeUnavailable(unavailable, error) : error;
    if (!(req.headers.accept ?? '').includes('text/html')) {
      sendFailure(exchange, record, shown);
      return;
    }
    record.codes = [sendProblemPage(exchange, shown)];
    if (error !== shown) record.internalErrors = internalErrorsOf(error);
  }
};

const unavailable = 'The store of plans does not answer. Nothing was decided; try again.';

/** Only forms of these pages decide: a page of another origin would be sent with the cookie. */
const refuseOtherOrigins = (identity: Identity, headers: IncomingHttpHeaders): void => {
  if (headers.origin === originsOf(identity, headers).own) return;
  throw refused(403, 'Approve and decline on the page of the plan.', { code: 'CSRF_BLOCKED' });
};

/** The session; null for one that has ended, too. */
const sessionIn = async (
  { callerOf }: Identity,
  headers: IncomingHttpHeaders,
): Promise<Session | null> => {
  try {
    return (await callerOf(headers)).session;
  } catch {
    return null;
  }
};

const leadToSignIn = (identity: Identity, exchange: Exchange, path: string): void => {
  const { req, res } = exchange;
  if (req.method !== 'GET') {
    throw refused(401, 'Sign in first.', { code: 'UNAUTHENTICATED' });
  }
  const base = baseUrlFor(identity, req.headers);
  const returnTo = `${new URL(base).pathname.replace(/\/$/, '')}${path}`;
  redirect(res, `${base}/auth/login?${new URLSearchParams({ returnTo })}`);
};

const sendPlans = async (
  { plans, now }: PlanPageNeeds,
  { res }: Exchange,
  { userId, screenName }: Session,
): Promise<void> => {
  const found = await plans.list(userId);
  sendPage(res, plansPage(found, { screenName, now: now() }));
};

interface Asked {
  readonly session: Session;
  readonly id: string;
}

const sendPlan = async (
  { plans, now }: PlanPageNeeds,
  { res }: Exchange,
  { session: { userId, screenName }, id }: Asked,
): Promise<void> => {
  const plan = await plans.find(userId, id);
  if (plan === null) throw noSuchPlan();
  sendPage(res, planPage(plan, { screenName, now: now() }));
};

const decide = async (
  { plans }: PlanPageNeeds,
  { session: { userId, screenName }, id, isApproval }: Asked & { readonly isApproval: boolean },
): Promise<void> => {
  const by = { userId, screenName };
  const plan = await (isApproval ? plans.approve : plans.decline)(userId, id, by);
  if (plan === null) throw noSuchPlan();
};

const noSuchPlan = () =>
  refused(404, 'You have no such plan. An open one is kept for TIMEOUT_MCP_PLAN_MS.');

import { sendFailure, sendJson } from '../../src/auth/replies.ts';
import { refused } from '../../src/errors/errors.ts';
import { escaped, htmlPage } from '../../src/shared/sign-in/html.ts';
import { redirect, sendPage } from '../../src/shared/sign-in/send-page.ts';
import type { Session } from '../../src/shared/sign-in/session.ts';
import { refusalIfUnavailable } from '../../src/state/refusals.ts';
import type { Host, HttpExchange } from '../gateway.ts';
import type { Grants } from '../grants/grants.ts';
import { leadToSignIn, pageSession, refuseOtherPages } from '../page-session.ts';
import { disconnectPath, planPath } from '../paths.ts';
import type { PlanStore } from '../plans/kept-plans.ts';
import { connectedClients } from './connected-clients.ts';
import { planPage } from './plan-page.ts';
import { mayApprove } from './plan-words.ts';
import { plansPage } from './plans-page.ts';

/** The parts that the pages of plans use. */
export interface PlanPageNeeds
  extends Pick<Host, 'schema' | 'identity' | 'originsOf' | 'baseUrlFor' | 'now'> {
  readonly plans: PlanStore;
  /** The grants of clients from outside; null if no client can connect. */
  readonly grants: Grants | null;
}

/**
 * Answers the pages of plans, for a session of the user whose plans they are. Without a session it
 * leads to the sign-in and back. Never rejects.
 */
export const answerPlanPage = async (
  needs: PlanPageNeeds,
  exchange: HttpExchange,
  path: string,
): Promise<void> => {
  const { req, res, record } = exchange;
  const [, id, decision] = planPath.exec(path) ?? [];
  const [, clientKey] = disconnectPath.exec(path) ?? [];
  const isForm = decision !== undefined || clientKey !== undefined;
  try {
    const method = isForm ? 'POST' : 'GET';
    if (req.method !== method) {
      throw refused(405, `Use ${method} at this address.`, { headers: { Allow: method } });
    }
    if (isForm) refuseOtherPages(needs, req.headers);
    // A program may have a session as bearer: only the cookie of these pages decides.
    const { authorization: _, ...cookieOnly } = req.headers;
    const session = await pageSession(needs.identity, isForm ? cookieOnly : req.headers);
    const wantsPage = !takesOnlyJson(req.headers);
    if (session === null && wantsPage) return leadToSignIn(needs, exchange, path);
    if (session === null) throw refused(401, 'Sign in first.', { code: 'UNAUTHENTICATED' });
    record.user = session.userId;
    if (clientKey !== undefined) {
      await disconnect(needs, session, clientKey);
      redirect(res, '../../../agents');
    } else if (id === undefined) {
      await (wantsPage ? sendPlans : sendCount)(needs, exchange, session);
    } else if (decision === undefined) await sendPlan(needs, exchange, { session, id });
    else {
      await decide(needs, { session, id, isApproval: decision === 'approve' });
      redirect(res, `../${id}`);
    }
  } catch (error) {
    const failure = refusalIfUnavailable(error, unavailable);
    sendFailure(exchange, failure, { page: problemPage(exchange) });
  }
};

const takesOnlyJson = ({ accept = '' }: HttpExchange['req']['headers']): boolean =>
  accept.includes('application/json') && !accept.includes('text/html');

const unavailable = 'Plans cannot be read now, and nothing was changed. Try again.';

const sendPlans = async (
  { baseUrlFor, plans, grants, now }: PlanPageNeeds,
  { req, res }: HttpExchange,
  { userId, screenName }: Session,
): Promise<void> => {
  const found = await plans.list(userId);
  const clients = connectedClients((await grants?.list(userId)) ?? []);
  const address = `${baseUrlFor(req.headers)}/mcp`;
  sendPage(res, plansPage(found, { clients, address }, { screenName, now: now() }));
};

/** Sends the number of plans that wait for the decision of a user, for the bar of the explorer. */
const sendCount = async (
  { plans, now }: PlanPageNeeds,
  { res }: HttpExchange,
  { userId }: Session,
): Promise<void> => {
  const found = await plans.list(userId);
  sendJson(res, { waiting: found.filter((plan) => mayApprove(plan, now())).length });
};

/** Ends every token of a client of this user. */
const disconnect = async (
  { grants }: PlanPageNeeds,
  { userId }: Session,
  key: string,
): Promise<void> => {
  const found = connectedClients((await grants?.list(userId)) ?? []).find((one) => one.key === key);
  if (found === undefined) throw refused(404, 'This client is not connected any more.');
  await grants?.end(found.grants);
};

interface PlanRequest {
  readonly session: Session;
  readonly id: string;
}

const sendPlan = async (
  { plans, schema, now }: PlanPageNeeds,
  { res }: HttpExchange,
  { session: { userId, screenName }, id }: PlanRequest,
): Promise<void> => {
  const plan = await plans.find(userId, id);
  if (plan === null) throw noSuchPlan();
  const text = await plans.textOf(plan);
  sendPage(res, planPage(plan, text, { screenName, schema, now: now() }));
};

const decide = async (
  { plans }: PlanPageNeeds,
  {
    session: { userId, screenName },
    id,
    isApproval,
  }: PlanRequest & { readonly isApproval: boolean },
): Promise<void> => {
  const by = { userId, screenName };
  const plan = await (isApproval ? plans.approve : plans.decline)(userId, id, by);
  if (plan === null) throw noSuchPlan();
};

const noSuchPlan = () => refused(404, 'There is no such plan, or it has expired.');

interface PageProblem {
  readonly status: number;
  readonly message: string;
}

/** The page of a problem, with the way back to the plans. */
export const problemPage =
  ({ req }: Pick<HttpExchange, 'req'>) =>
  ({ status, message }: PageProblem): string => {
    const depth = (req.url ?? '').replace(/[?#].*$/s, '').split('/').length - 2;
    return htmlPage(
      titles[status] ?? 'Something went wrong',
      `<p>${escaped(message)}</p>
<p><a class="button first" href="${'../'.repeat(depth)}agents">Agents’ plans</a></p>`,
    );
  };

const titles: Readonly<Record<number, string>> = {
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
};

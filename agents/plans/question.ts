import { randomBytes } from 'node:crypto';
import { createSeals } from '../../src/shared/sign-in/seals.ts';
import { ToolError } from '../tool-error.ts';
import type { WritePlan } from './write-plan.ts';

/** The reply of a client's user. */
type ClientVerdict = 'accept' | 'decline' | 'cancel';

/** The reply of a client's user, with the state that the question had. */
export interface ClientReply {
  readonly state: string;
  readonly verdict: ClientVerdict;
}

/** Questions about plans that clients ask their users, each for one plan of one viewer. */
export interface Questions {
  /** The state of a question, which the client sends back. */
  readonly stateFor: (plan: WritePlan) => Promise<string>;
  /** Rejects with ToolError if the state is not that of a question about this plan. */
  readonly check: (plan: WritePlan, state: string) => Promise<void>;
}

export const createQuestions = (secrets: readonly string[], now: () => number): Questions => {
  const seals = createSeals(secrets, { audience: 'ads-graph question', now });
  return {
    stateFor: ({ viewer, id, expiresAt }) =>
      seals.seal({ sub: viewer, plan: id, jti: randomBytes(12).toString('base64url') }, expiresAt),
    check: async ({ viewer, id }, state) => {
      const claims = await seals.open(state);
      if (claims?.sub === viewer && claims['plan'] === id) return;
      const next = 'Call ads_apply again.';
      throw new ToolError('BAD_USER_INPUT', 'This answer belongs to another question.', { next });
    },
  };
};

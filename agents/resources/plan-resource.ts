import { ProtocolError } from '@modelcontextprotocol/server';
import type { Agents } from '../agents.ts';
import type { Caller } from '../gateway.ts';
import { viewerKey } from '../graph-port.ts';
import { planAnswer } from '../plans/plan-answer.ts';
import { fitting } from '../plans/plan-sentences.ts';
import { isPlanFor } from '../plans/write-plan.ts';
import { ToolError } from '../tool-error.ts';

const planUri = /^ads:\/\/plans\/([\w-]{1,64})$/;

/** The template of the resource of each plan. */
export const planTemplate = {
  uriTemplate: 'ads://plans/{id}',
  name: 'plan',
  title: 'Plan of a change',
  description: 'What a plan of ads_prepare would do, its state, and how it ended.',
  mimeType: 'application/json',
};

/** The id in the URI of a plan; null for any other URI. */
export const planIdIn = (uri: string): string | null => planUri.exec(uri)?.[1] ?? null;

/**
 * A plan of the caller as JSON: the members of `ads_outcome`, and its sentences. Null for no plan.
 */
export const planText = async (
  id: string,
  { planning, countCall, around }: Pick<Agents, 'planning' | 'countCall' | 'around'>,
  caller: Caller,
): Promise<string | null> => {
  const viewer = viewerKey(caller);
  await countCall(viewer).catch(refuse);
  const { plans, now, addressOf } = planning;
  const plan = await plans.find(viewer, id);
  if (plan === null || !isPlanFor(plan, caller.grant ?? null)) return null;
  const { approval, expiresAt, why } = plan;
  const { members } = planAnswer(plan, {
    now: now(),
    maxBytes: around.maxBytes / 2,
    hasState: true,
  });
  const characters = around.maxBytes / 16;
  const sentences = fitting(plan.sentences, plan.sentenceCount, { most: 40, characters });
  const until = new Date(expiresAt).toISOString();
  const address = addressOf(id);
  return JSON.stringify({ ...members, sentences, why, approval, address, expiresAt: until });
};

const refuse = (error: unknown): never => {
  throw error instanceof ToolError ? new ProtocolError(-32_603, error.message) : error;
};

import type { GraphQLSchema } from 'graphql';
import type { Ask, Question } from '../ask.ts';
import type { CallerGrant, Graph, OnStep, Store } from '../gateway.ts';
import type { DoneEffects } from './done-effects.ts';
import type { PlanStore } from './kept-plans.ts';
import { keyedDocument } from './keyed-document.ts';
import type { ClientReply, Questions } from './question.ts';
import type { PlanText, WritePlan } from './write-plan.ts';

/** What plans are made and applied with. */
export interface PlanNeeds {
  readonly plans: PlanStore;
  readonly doneEffects: DoneEffects;
  readonly store: Store;
  readonly schema: GraphQLSchema;
  readonly parse: Graph['parse'];
  /** The most bytes of a document. */
  readonly queryBytes: number;
  readonly questions: Questions;
  /** The document of an operation of the operator; null if there is none. */
  readonly documentNamed: (operation: string) => string | null;
  readonly mcpApproval: 'client' | 'page';
  /** The address of the page of a plan; null where no page can be reached. */
  readonly addressOf: (id: string) => string | null;
  /** How long a call waits for another one that applies the same plan, in milliseconds. */
  readonly waitMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The same in one call of a tool. */
export interface Writing extends PlanNeeds {
  readonly ask: Ask;
  readonly viewer: string;
  /** The API key of the agent; null for one on this machine. */
  readonly key: string | null;
  /** What the client from outside was granted; null for another caller. */
  readonly grant: CallerGrant | null;
  readonly onStep: OnStep;
  /** Whether the caller has the tools that write. */
  readonly isOffered: boolean;
  /** Whether the client can ask its user. */
  readonly canAsk: boolean;
  /** What its user said; null if it was not asked. */
  readonly replied: ClientReply | null;
}

/**
 * The document of a plan as it is sent: with its keys. `only` are the paths of the mutations that
 * are meant; null for all.
 */
export const keyedOf = (
  {
    id,
    document: text,
    variables,
  }: Pick<WritePlan, 'id'> & Pick<PlanText, 'document' | 'variables'>,
  { schema, parse }: Pick<Writing, 'schema' | 'parse'>,
  only: readonly string[] | null = null,
): Question => keyedDocument({ text, variables }, { schema, parse, prefix: `mcp:${id}`, only });

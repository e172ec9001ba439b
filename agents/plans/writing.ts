import type { CallerGrant, Host, OnStep } from '../gateway.ts';
import type { GraphPort, GraphRequest } from '../graph-port.ts';
import type { DoneEffects } from './done-effects.ts';
import type { PlanStore } from './kept-plans.ts';
import { keyedDocument } from './keyed-document.ts';
import type { ClientReply, Questions } from './question.ts';
import type { PlanText, WritePlan } from './write-plan.ts';

/** The parts of a gateway that prepare and apply plans. */
export interface PlanNeeds extends Pick<Host, 'store' | 'schema' | 'parse' | 'now'> {
  readonly plans: PlanStore;
  readonly doneEffects: DoneEffects;
  /** The most bytes of a document. */
  readonly queryBytes: number;
  readonly questions: Questions;
  /** The document of an operation of the operator; null if there is none. */
  readonly documentNamed: (operation: string) => string | null;
  readonly mcpApproval: 'client' | 'page';
  /** The address of the page of a plan; null where no page can be reached. */
  readonly addressOf: (id: string) => string | null;
  /** Milliseconds for which a call waits for another one that applies the same plan. */
  readonly waitMs: number;
}

/** The parts of one call of a tool that prepare and apply plans. */
export interface Writing extends PlanNeeds {
  readonly graph: GraphPort;
  readonly viewer: string;
  /** The API key of the agent; null for one on this machine. */
  readonly key: string | null;
  /** The grant of a client from outside; null for another caller. */
  readonly grant: CallerGrant | null;
  readonly onStep: OnStep;
  /** True if the caller has the tools that write. */
  readonly isOffered: boolean;
  /** True if the client can ask its user. */
  readonly canElicit: boolean;
  /** The reply of its user; null if it was not asked. */
  readonly replied: ClientReply | null;
}

/**
 * The document of a plan with its keys, as it is sent. `only` has the paths of the mutations to
 * send; null for all.
 */
export const keyedOf = (
  {
    id,
    document: text,
    variables,
  }: Pick<WritePlan, 'id'> & Pick<PlanText, 'document' | 'variables'>,
  { schema, parse }: Pick<Writing, 'schema' | 'parse'>,
  only: readonly string[] | null = null,
): GraphRequest => keyedDocument({ text, variables }, { schema, parse, prefix: `mcp:${id}`, only });

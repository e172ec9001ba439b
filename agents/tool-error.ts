import type { CallToolResult } from '@modelcontextprotocol/server';
import type { GraphQLFormattedError } from 'graphql';
import { didYouMean } from '../src/upstream/catalogue/language/near-names.ts';

/** The fault of one argument. */
export interface ArgumentFault {
  readonly argument: string;
  readonly message: string;
  readonly reason?: string | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly allowed?: readonly string[] | undefined;
  readonly example?: string | undefined;
  /** The name of the guard that refuses it. */
  readonly details?: string | undefined;
}

interface Remedy {
  /** The next step for the model. */
  readonly next?: string;
  readonly faults?: readonly ArgumentFault[];
  readonly retryAfterSeconds?: number;
  /** The page on which a person approves the plan. */
  readonly address?: string;
  /** The plan that replaces it. */
  readonly newPlan?: string;
}

/** The error of a tool, in words that a model can act on. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly code: string;
  readonly mending: Remedy;

  constructor(code: string, message: string, mending: Remedy = {}) {
    super(message);
    this.code = code;
    this.mending = mending;
  }
}

/** The error for wrong arguments, with a fault for each. */
export const wrongArguments = (faults: readonly ArgumentFault[]): ToolError =>
  new ToolError('BAD_USER_INPUT', faults.map(textOf).join(' '), { faults });

const textOf = ({ argument, message }: ArgumentFault): string => `${argument}: ${message}`;

type GraphError = Pick<GraphQLFormattedError, 'message' | 'extensions'>;

/** The error for a document without data: its first error, with the faults of all errors. */
export const ofErrors = (errors: readonly GraphError[]): ToolError => {
  const faults = errors.flatMap(({ message, extensions = {} }): readonly ArgumentFault[] => {
    const { argument } = extensions;
    return typeof argument === 'string' ? [{ argument, message }] : [];
  });
  const [first] = errors;
  const { code = 'INTERNAL_SERVER_ERROR', retryAfterSeconds } = first?.extensions ?? {};
  return new ToolError(String(code), errors.map(({ message }) => message).join(' '), {
    ...(faults.length > 0 && { faults }),
    ...(typeof retryAfterSeconds === 'number' && { retryAfterSeconds }),
  });
};

const usualNext: Readonly<Record<string, string>> = {
  ANSWER_EXPIRED: 'Call the tool that gave the answer again.',
  BAD_USER_INPUT: 'Correct the arguments that are named, and call again.',
  COST_LIMIT_EXCEEDED: 'Ask for less: fewer rows, fewer fields, or a shorter range.',
  GUARD_REFUSED: 'A rule of the operator refuses it: stay within max, or tell the user.',
  PLAN_DECLINED: 'Do not prepare it again. Tell the user.',
  PLAN_EXPIRED: 'Call ads_prepare again.',
  PLAN_NOT_FOUND: 'Call ads_prepare.',
  PLAN_STALE: 'Look at what the new plan would do: ads_outcome shows it. Then apply that one.',
  PLAN_NEEDS_APPROVAL:
    'Show the address to the user, who approves there; then call ads_apply again.',
  FORBIDDEN: 'Do not try again: the account does not allow it. Tell the user.',
  GRAPHQL_PARSE_FAILED: 'Correct the document.',
  GRAPHQL_VALIDATION_FAILED: 'Correct the document; ads_describe shows fields and arguments.',
  NOT_FOUND: 'Look for it with ads_find.',
  REAUTHENTICATION_REQUIRED: 'Ask the user to sign in again.',
  WRITE_NEEDS_PLAN: 'Call ads_prepare with it.',
};

/** The result that reports an error to a model. */
export const errorResult = ({ code, message, mending }: ToolError): CallToolResult => {
  const waits = mending.retryAfterSeconds;
  const again = waits === undefined ? 'Tell the user.' : `Call again in ${waits} s.`;
  const next = mending.next ?? usualNext[code] ?? again;
  return {
    isError: true,
    content: [{ type: 'text', text: `${code}: ${message}\n${next}` }],
    structuredContent: { code, message, next, ...mending },
  };
};

/** A sentence about an unknown name, with the known one that is meant, if one is near. */
export const unknownName = (sentence: string, name: string, known: readonly string[]): string =>
  `${sentence} ${name}${didYouMean(name, known) || '.'}`;

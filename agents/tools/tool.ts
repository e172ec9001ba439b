import { z } from 'zod';
import { isObject } from '../../src/upstream/catalogue/language/values.ts';
import type { KeptAnswers } from '../answers/kept-answers.ts';
import { type AnswerTable, answerTable, type ToolAnswer } from '../answers/table.ts';
import type { GraphAnswer, GraphPort } from '../graph-port.ts';
import type { Writing } from '../plans/writing.ts';
import { ofErrors } from '../tool-error.ts';

/** The parts of a gateway that a tool uses in one call. */
export interface ToolCall {
  readonly graph: GraphPort;
  /** The owner of kept answers. */
  readonly viewer: string;
  readonly kept: KeptAnswers;
  /** The most bytes of a result. */
  readonly maxBytes: number;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
  /** The name of a type of the graph, with the prefix of this gateway. */
  readonly typeNamed: (name: string) => string;
  readonly writing: Writing;
}

/** A question that a client asks its user before it calls the tool again. */
export interface ToolQuestion {
  readonly question: string;
  /** The state that the client sends back with the reply. */
  readonly state: string;
}

/** The effect of a tool: only one that reads is for callers who may not write. */
type ToolEffect = 'reads' | 'prepares' | 'applies' | 'resumes';

/** A tool of agents. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodType;
  readonly output: z.ZodType;
  /** The JSON Schema of `input`, if it says more. */
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  /** Reads by default. */
  readonly kind?: ToolEffect;
  /** Answers valid arguments. Rejects with ToolError. */
  readonly run: (input: never, call: ToolCall) => Promise<ToolAnswer | ToolQuestion>;
}

/** The arguments of a tool. Null for an optional argument means that it is absent. */
export const argumentsOf = <S extends z.core.$ZodShape>(shape: S) =>
  z.preprocess(withoutNulls, z.strictObject(shape));

const withoutNulls = (given: unknown): unknown =>
  isObject(given)
    ? Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
    : given;

/** A tool whose arguments are typed by its schema. */
export const tool = <S extends z.ZodType>(
  own: Pick<Tool, 'name' | 'title' | 'description' | 'output' | 'kind'> & {
    readonly input: S;
    readonly run: (input: z.infer<S>, call: ToolCall) => Promise<ToolAnswer | ToolQuestion>;
  },
): Tool => own;

/**
 * Responds with a table made of these answers, and keeps rows that do not fit. Notes name what is
 * missing. Throws ToolError if there are only errors.
 */
export const tableOf = (
  table: AnswerTable,
  call: ToolCall,
  answers: readonly GraphAnswer[] = [],
): Promise<ToolAnswer> => {
  const errors = answers.flatMap((one) => one.errors);
  if (table.rows.length === 0 && errors.length > 0) throw ofErrors(errors);
  const missing = errors.map(({ message }) => `Missing: ${message}`);
  const remarks = [...answers.flatMap((one) => one.notes), ...missing];
  return answerTable(
    { ...table, notes: [...(table.notes ?? []), ...new Set(remarks)] },
    {
      maxBytes: call.maxBytes,
      keep: ({ columns, rows }) => call.kept.keep(call.viewer, { columns, rows }),
      cost: call.graph.cost(),
    },
  );
};

/** A page of a list, as the documents of tools select it. */
export interface PageOf<Node> {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly nodes: readonly Node[];
}

/** The cursor of the next page; null at the end, and for a list that could not be read. */
export const nextOf = (list: PageOf<unknown> | null | undefined): string | null =>
  list?.pageInfo.hasNextPage ? list.pageInfo.endCursor : null;

const cells = z.array(z.unknown());

/** The cost of a call. */
export const costSchema = z.looseObject({ calls: z.number() });

/** The members of a result with a table. */
export const tableSchema = z.looseObject({
  columns: z.array(z.string()),
  rows: z.array(cells),
  totals: cells.optional(),
  page: z.looseObject({
    total: z.number(),
    answer: z.string().nullable(),
    offset: z.number().nullable(),
    cursor: z.string().nullable(),
  }),
  notes: z.array(z.string()),
  cost: costSchema,
});

/** The kinds of things with lists and results. */
export const kinds = [
  'ACCOUNT',
  'FUNDING_INSTRUMENT',
  'CAMPAIGN',
  'LINE_ITEM',
  'PROMOTED_TWEET',
] as const;

export type ToolKind = (typeof kinds)[number];

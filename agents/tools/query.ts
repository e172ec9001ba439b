import { z } from 'zod';
import type { Cell, Table, ToolAnswer } from '../answers/table.ts';
import type { GraphAnswer, GraphRequest } from '../graph-port.ts';
import { asksForParts, wantsParts } from '../plans/refuse-document.ts';
import { ToolError } from '../tool-error.ts';
import { argumentsOf, costSchema, type ToolCall, tool } from './tool.ts';

/** The members of an answered query. */
export const queryOutput = z.looseObject({
  data: z.unknown(),
  errors: z.array(z.looseObject({ message: z.string() })),
  page: z.looseObject({ path: z.string(), total: z.number(), offset: z.number() }).optional(),
  notes: z.array(z.string()),
  cost: costSchema,
});

/** `ads_query`: any query of the graph. */
export const query = tool({
  name: 'ads_query',
  title: 'Query',
  description:
    'Answers any GraphQL query of the graph; ads_describe shows what there is. Ask for ids and the fields you need only. If the answer is too long, the rows of its longest list are cut and kept for ads_read.',
  input: argumentsOf({
    document: z.string().min(1).max(1_000_000),
    variables: z.record(z.string(), z.unknown()).optional().describe('by name'),
  }),
  output: queryOutput,
  run: async ({ document: text, variables = {} }, call) => {
    if (asksForParts(text)) {
      throw wantsParts();
    }
    return answerWhole({ text, variables }, call);
  },
});

/** Answers a query. The rows of its longest list that do not fit are kept for `ads_read`. */
export const answerWhole = async (request: GraphRequest, call: ToolCall): Promise<ToolAnswer> => {
  const answered = await call.graph.query(request);
  const whole = shown(answered, call, null);
  if (isShort(whole, call)) return whole;
  return shortened(answered, call);
};

interface CutPage {
  readonly path: string;
  readonly total: number;
  readonly answer: string | null;
  readonly offset: number;
}

const shown = (
  { data, errors, notes }: GraphAnswer,
  { graph }: ToolCall,
  page: CutPage | null,
): ToolAnswer => {
  const cost = graph.cost();
  const part = page === null ? {} : { page };
  const members = { data, errors: errors.slice(0, maxErrors), ...part, notes, cost };
  return { text: JSON.stringify(members), members };
};

/** The most errors in a result; further ones repeat these. */
const maxErrors = 10;

const isShort = ({ text }: ToolAnswer, { maxBytes }: ToolCall): boolean =>
  Buffer.byteLength(text) <= maxBytes;

/** The result with as many rows of its longest list as fit. */
const shortened = async (answered: GraphAnswer, call: ToolCall): Promise<ToolAnswer> => {
  const list = longestList(answered.data);
  if (list === null) throw tooLong();
  const table = tableOfList(list.rows);
  const answer = await call.kept.keep(call.viewer, table);
  const cut = (count: number): ToolAnswer => cutAt(list, count, { answered, call, answer });
  let [fits, tooMany] = [-1, list.rows.length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (isShort(cut(middle), call)) fits = middle;
    else tooMany = middle;
  }
  if (fits < 0) throw tooLong();
  return cut(fits);
};

const tooLong = (): ToolError =>
  new ToolError('COST_LIMIT_EXCEEDED', 'The answer is too long without its longest list, too.');

const notKept = 'The other rows could not be kept: ask for less.';

const cutAt = (
  list: ListFound,
  count: number,
  {
    answered,
    call,
    answer,
  }: { readonly answered: GraphAnswer; readonly call: ToolCall; readonly answer: string | null },
): ToolAnswer => {
  const data = withList(answered.data, list.path, list.rows.slice(0, count));
  const page = { path: list.path.join('.'), total: list.rows.length, answer, offset: count };
  const notes = answer === null ? [...answered.notes, notKept] : answered.notes;
  return shown({ ...answered, data, notes }, call, page);
};

/** A list in an answer, and the names and positions that lead to it. */
interface ListFound {
  readonly path: readonly (string | number)[];
  readonly rows: readonly unknown[];
}

/** The longest list of an answer, in bytes, that is in no other list; null without lists. */
const longestList = (data: unknown): ListFound | null => {
  const [longest = null] = listsIn(data, []).toSorted((one, other) => sizeOf(other) - sizeOf(one));
  return longest;
};

const sizeOf = ({ rows }: ListFound): number => JSON.stringify(rows).length;

const listsIn = (value: unknown, path: ListFound['path']): readonly ListFound[] => {
  if (Array.isArray(value)) return [{ path, rows: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => listsIn(member, [...path, name]));
};

/** The answer with other rows in the list at this path. */
const withList = (
  data: unknown,
  [name, ...rest]: ListFound['path'],
  rows: readonly unknown[],
): unknown => {
  if (name === undefined) return rows;
  const members = data as Readonly<Record<string, unknown>>;
  return { ...members, [name]: withList(members[name], rest, rows) };
};

/** Rows as a table: one column for each value in them, as in `campaign.name`; lists as JSON. */
const tableOfList = (rows: readonly unknown[]): Table => {
  const flat = rows.map((row) => new Map(cellsIn(row, '')));
  const columns = [...new Set(flat.flatMap((row) => [...row.keys()]))];
  return { columns, rows: flat.map((row) => columns.map((name) => row.get(name) ?? null)) };
};

const cellsIn = (value: unknown, path: string): readonly (readonly [string, Cell])[] => {
  const name = path === '' ? 'value' : path;
  if (value === null || typeof value !== 'object') return [[name, value as Cell]];
  if (Array.isArray(value)) return [[name, JSON.stringify(value)]];
  return Object.entries(value).flatMap(([member, inner]) =>
    cellsIn(inner, path === '' ? member : `${path}.${member}`),
  );
};

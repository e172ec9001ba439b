import { dayMs } from '../../src/upstream/catalogue/language/times.ts';
import { entityOfKind } from '../../src/upstream/catalogue/metrics.ts';
import type { Cell } from '../answers/table.ts';
import type { GraphAnswer } from '../graph-port.ts';
import type { FigureColumn } from './figures.ts';
import type { ResultsInput, WantedAccount } from './results-input.ts';
import type { ToolCall, ToolKind } from './tool.ts';

/** The figures to read of each thing. */
export interface WantedFigures {
  readonly level: ToolKind;
  readonly figures: readonly FigureColumn[];
  readonly by: ResultsInput['by'];
  readonly compare: boolean;
  /** True if the things of an account become one row. */
  readonly isSummed: boolean;
}

/** The things of an account with their figures. */
export interface AccountResults {
  readonly account: WantedAccount;
  readonly things: readonly FoundThing[];
  readonly answers: readonly GraphAnswer[];
  /** Ids that do not exist. */
  readonly missing: readonly string[];
}

// A call of the API has 20 things and a week; an operation makes at most 200 calls.
const thingsPerCall = 20;
const callsPerDocument = 100;

/** Reads results, in as few documents as the limit of calls allows. */
export const readResults = async (
  accounts: readonly WantedAccount[],
  wanted: WantedFigures,
  call: ToolCall,
): Promise<readonly AccountResults[]> => {
  const found: AccountResults[] = [];
  const text = documentOf(wanted, call);
  for (const account of accounts) {
    const { ids, known } = account;
    const weeks = Math.ceil((known.to - known.from) / (7 * dayMs)) + 1;
    const perThing = weeks * (wanted.compare ? 2 : 1);
    const count = thingsPerCall * Math.max(1, Math.floor(callsPerDocument / perThing));
    const before = wanted.compare && { before: known.before };
    const answers: GraphAnswer<ResultsData>[] = [];
    for (let at = 0; at < ids.length; at += count) {
      const variables = { ids: ids.slice(at, at + count), now: known.range, ...before };
      answers.push(await call.graph.query<ResultsData>({ text, variables }));
    }
    const nodes = answers.flatMap(({ data }) => data.nodes);
    const things = nodes.flatMap((node) => node ?? []);
    found.push({ account, things, answers, missing: ids.filter((_, at) => nodes[at] === null) });
  }
  return found;
};

const documentOf = (
  { level, figures, by, compare, isSummed }: WantedFigures,
  { typeNamed }: ToolCall,
): string => {
  const shown = figures.map(({ selected }, at) => `m${at}: ${selected}`).join(' ');
  const needs = needsOf(figures).map(selectedNeed).join(' ');
  const metrics = isSummed ? `${needs} __typename` : shown;
  const currency = figures.some(({ isMoney }) => isMoney) ? 'billedCharge { currency }' : '';
  const total = `total { ${needs} ${currency} ${by === undefined ? metrics : ''} __typename }`;
  const spans = by === 'DAY' ? `days { date metrics { ${metrics} } }` : '';
  const hours = by === 'HOUR' ? `hours { start metrics { ${metrics} } }` : '';
  const stats = `{ ${total} ${spans} ${hours} }`;
  const before = compare ? `before: stats(range: $before) ${stats}` : '';
  const range = typeNamed('StatsRange');
  const facts = by === undefined && !isSummed ? factsOf[level].selected : '';
  return `query Results($ids: [ID!]!, $now: ${range}!${compare ? `, $before: ${range}!` : ''}) {
    nodes(ids: $ids) { ... on ${typeNamed(entityOfKind[level])} {
      id ${nameOf(level)} ${facts} now: stats(range: $now) ${stats} ${before}
    } }
  }`;
};

const nameOf = (level: ToolKind): string =>
  level === 'FUNDING_INSTRUMENT'
    ? 'name: description'
    : level === 'PROMOTED_TWEET'
      ? 'name: tweetId'
      : 'name';

/** `conversionPurchases.metric` as it is selected. */
const selectedNeed = (need: string): string => {
  const [field, member] = need.split('.');
  return member === undefined ? need : `${field} { ${member} }`;
};

/** The figures that sums of these columns need, each once. */
export const needsOf = (figures: readonly FigureColumn[]): readonly string[] => [
  ...new Set(figures.flatMap(({ needs }) => needs)),
];

/** Metrics, as they were selected. */
export type FigureValues = Readonly<Record<string, unknown>>;

/** The figures of a thing in a range. */
export interface FoundStats {
  readonly total: FigureValues & { readonly billedCharge?: { readonly currency: string } | null };
  readonly days?: readonly { readonly date: string; readonly metrics: FigureValues }[];
  readonly hours?: readonly { readonly start: string; readonly metrics: FigureValues }[];
}

/** A thing with its figures; null where they could not be read. */
interface FoundThing extends FoundFacts {
  readonly id: string;
  readonly name: string | null;
  readonly now: FoundStats | null;
  readonly before?: FoundStats | null;
}

interface ResultsData {
  readonly nodes: readonly (FoundThing | null)[];
}

/** The days or hours of a thing. */
export const spansOf = (
  stats: FoundStats | null,
): readonly { readonly start: string; readonly metrics: FigureValues }[] =>
  stats?.days?.map(({ date, metrics }) => ({ start: date, metrics })) ?? stats?.hours ?? [];

/** The rows of a thing: one, or one for each day or hour. */
export const rowsOf = (
  thing: FoundThing,
  { level, by, figures, compare }: WantedFigures,
): readonly (readonly Cell[])[] => {
  const { id, name, now, before = null } = thing;
  const cells = (metrics: FigureValues | undefined): readonly Cell[] =>
    figures.map(({ cell }, at) => (metrics === undefined ? null : cell(metrics[`m${at}`] ?? null)));
  if (by === undefined) {
    const earlier = compare ? cells(before?.total) : [];
    return [[id, name, ...cells(now?.total), ...earlier, ...factsOf[level].cells(thing)]];
  }
  const earlier = spansOf(before);
  return spansOf(now).map(({ start, metrics }, at) => {
    const own = [id, name, start, ...cells(metrics)];
    return compare ? [...own, ...cells(earlier[at]?.metrics)] : own;
  });
};

interface LineItemFacts {
  readonly objective?: string | null;
  readonly campaign?: { readonly name: string | null } | null;
}

/** A thing with its objective and its campaign. */
interface FoundFacts extends LineItemFacts {
  readonly lineItem?: LineItemFacts | null;
  readonly lineItems?: { readonly nodes: readonly LineItemFacts[] } | null;
}

/** The columns beside the figures of a level. */
interface LevelFacts {
  readonly columns: readonly string[];
  readonly selected: string;
  readonly cells: (thing: FoundFacts) => readonly Cell[];
}

const none: LevelFacts = { columns: [], selected: '', cells: () => [] };

const cellsOf = (facts: LineItemFacts | null | undefined): readonly Cell[] => [
  facts?.objective ?? null,
  facts?.campaign?.name ?? null,
];

/** The objective of each row, and the campaign that it belongs to. */
export const factsOf: Readonly<Record<ToolKind, LevelFacts>> = {
  ACCOUNT: none,
  FUNDING_INSTRUMENT: none,
  // All line items of a campaign have one objective.
  CAMPAIGN: {
    columns: ['objective'],
    selected: 'lineItems(first: 1) { nodes { objective } }',
    cells: ({ lineItems }) => [lineItems?.nodes[0]?.objective ?? null],
  },
  LINE_ITEM: {
    columns: ['objective', 'campaign'],
    selected: 'objective campaign { name }',
    cells: cellsOf,
  },
  PROMOTED_TWEET: {
    columns: ['objective', 'campaign'],
    selected: 'lineItem { objective campaign { name } }',
    cells: ({ lineItem }) => cellsOf(lineItem),
  },
};

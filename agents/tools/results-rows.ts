import { dayMs } from '../../src/upstream/catalogue/language/times.ts';
import { entityOfKind } from '../../src/upstream/catalogue/metrics.ts';
import { camelCase } from '../../src/upstream/catalogue/names.ts';
import type { Cell } from '../answers/table.ts';
import type { Answered } from '../ask.ts';
import type { FigureColumn } from './figures.ts';
import type { WantedAccount } from './results-accounts.ts';
import type { ResultsInput } from './results-input.ts';
import type { ToolCall, ToolKind } from './tool.ts';

/** What is read of each thing. */
export interface WantedFigures {
  readonly level: ToolKind;
  readonly figures: readonly FigureColumn[];
  readonly by: ResultsInput['by'];
  readonly compare: boolean;
}

/** The figures of the API that sums need, of one thing; of the range, and of the one before. */
export type Parts = Readonly<Record<'now' | 'before', ReadonlyMap<string, string | null> | null>>;

/** What was read. */
export interface FoundResults {
  readonly rows: readonly (readonly Cell[])[];
  /** One for each thing. */
  readonly parts: readonly Parts[];
  readonly currencies: ReadonlySet<string>;
  readonly answers: readonly Answered[];
  /** Ids that do not exist. */
  readonly missing: readonly string[];
}

// A call has 20 things and a week; an operation makes at most 200 calls.
const thingsPerCall = 20;
const callsPerDocument = 100;

/** Reads results, in as few documents as the limit of calls allows. */
export const readResults = async (
  accounts: readonly WantedAccount[],
  wanted: WantedFigures,
  call: ToolCall,
): Promise<FoundResults> => {
  const found: FoundResults[] = [];
  for (const { ids, known } of accounts) {
    const weeks = Math.ceil((known.to - known.from) / (7 * dayMs)) + 1;
    const perThing = weeks * (wanted.compare ? 2 : 1);
    const count = thingsPerCall * Math.max(1, Math.floor(callsPerDocument / perThing));
    const text = documentOf(wanted, call);
    for (let at = 0; at < ids.length; at += count) {
      const some = ids.slice(at, at + count);
      const variables = {
        ids: some,
        now: known.range,
        ...(wanted.compare && { before: known.before }),
      };
      found.push(resultsIn(await call.ask<ResultsData>({ text, variables }), some, wanted));
    }
  }
  return {
    rows: found.flatMap(({ rows }) => rows),
    parts: found.flatMap(({ parts }) => parts),
    currencies: new Set(found.flatMap(({ currencies }) => [...currencies])),
    answers: found.flatMap(({ answers }) => answers),
    missing: found.flatMap(({ missing }) => missing),
  };
};

const documentOf = (
  { level, figures, by, compare }: WantedFigures,
  { typeNamed }: ToolCall,
): string => {
  const metrics = figures.map(({ selected }, at) => `m${at}: ${selected}`).join(' ');
  const needs = [...new Set(figures.flatMap((one) => one.needs))].map(
    (name) => `${camelCase(name)}`,
  );
  const currency = figures.some(({ isMoney }) => isMoney) ? 'billedCharge { currency }' : '';
  const total = `total { ${needs.join(' ')} ${currency} ${by === undefined ? metrics : ''} __typename }`;
  const spans = by === 'DAY' ? `days { date metrics { ${metrics} } }` : '';
  const hours = by === 'HOUR' ? `hours { start metrics { ${metrics} } }` : '';
  const stats = `{ ${total} ${spans} ${hours} }`;
  const before = compare ? `before: stats(range: $before) ${stats}` : '';
  const range = typeNamed('StatsRange');
  const name = level === 'FUNDING_INSTRUMENT' ? 'name: description' : 'name';
  const shownName = level === 'PROMOTED_TWEET' ? 'name: tweetId' : name;
  return `query Results($ids: [ID!]!, $now: ${range}!${compare ? `, $before: ${range}!` : ''}) {
    nodes(ids: $ids) { ... on ${typeNamed(entityOfKind[level])} {
      id ${shownName} now: stats(range: $now) ${stats} ${before}
    } }
  }`;
};

type FigureValues = Readonly<Record<string, unknown>>;

interface FoundStats {
  readonly total: FigureValues & { readonly billedCharge?: { readonly currency: string } | null };
  readonly days?: readonly { readonly date: string; readonly metrics: FigureValues }[];
  readonly hours?: readonly { readonly start: string; readonly metrics: FigureValues }[];
}

interface FoundThing {
  readonly id: string;
  readonly name: string | null;
  readonly now: FoundStats | null;
  readonly before?: FoundStats | null;
}

interface ResultsData {
  readonly nodes: readonly (FoundThing | null)[];
}

const resultsIn = (
  answer: Answered<ResultsData>,
  ids: readonly string[],
  wanted: WantedFigures,
): FoundResults => {
  const { nodes } = answer.data;
  const things = nodes.flatMap((node) => node ?? []);
  const currencies = things.flatMap(({ now }) => now?.total.billedCharge?.currency ?? []);
  return {
    rows: things.flatMap((thing) => rowsOf(thing, wanted)),
    parts: things.map(({ now, before = null }) => ({
      now: partsOf(now, wanted),
      before: partsOf(before, wanted),
    })),
    currencies: new Set(currencies),
    answers: [answer],
    missing: ids.filter((_, at) => nodes[at] === null),
  };
};

const partsOf = (stats: FoundStats | null, { figures }: WantedFigures) => {
  if (stats === null) return null;
  const needs = new Set(figures.flatMap((one) => one.needs));
  return new Map(
    [...needs].map((name) => {
      const value = stats.total[camelCase(name)] ?? null;
      return [name, value === null ? null : String(value)] as const;
    }),
  );
};

const rowsOf = (
  { id, name, now, before = null }: FoundThing,
  wanted: WantedFigures,
): readonly (readonly Cell[])[] => {
  const { by, figures, compare } = wanted;
  const cells = (metrics: FigureValues | undefined): readonly Cell[] =>
    figures.map(({ cell }, at) => (metrics === undefined ? null : cell(metrics[`m${at}`] ?? null)));
  if (by === undefined) {
    const own = [id, name, ...cells(now?.total)];
    return [compare ? [...own, ...cells(before?.total)] : own];
  }
  const spans = (stats: FoundStats | null) =>
    stats?.days?.map(({ date, metrics }) => ({ start: date, metrics })) ?? stats?.hours ?? [];
  const earlier = spans(before);
  return spans(now).map(({ start, metrics }, at) => {
    const own = [id, name, start, ...cells(metrics)];
    return compare ? [...own, ...cells(earlier[at]?.metrics)] : own;
  });
};

import { groupsTogether, type Metric, type MetricGroup } from '../../upstream/catalogue/metrics.ts';
import { readFigures } from '../../upstream/client/results/sent-figures.ts';
import { type FoundFigures, foundFigures } from './figures.ts';
import type { StatsInterval } from './intervals.ts';
import type { KeptTexts, ResultCache } from './result-cache.ts';
import type { MetricGroups, Need, StatsBatch } from './stats-query.ts';
import { hasGroups, unionOf } from './stats-query.ts';

/** The texts of one batch and one family of groups, which one call returns. */
interface Shelf {
  readonly need: Need;
  readonly key: string;
  readonly family: readonly MetricGroup[];
  readonly ids: readonly string[];
}

const keyOf = ({ key }: StatsBatch, [first = '']: readonly string[]): string =>
  `stats ${key} ${first}`;

const shelvesOf = (need: Need): readonly Shelf[] =>
  groupsTogether
    .map((family) => ({
      need,
      family,
      key: keyOf(need.batch, family),
      ids: [...need.groupsById].flatMap(([id, groups]) =>
        family.some((group) => groups.has(group)) ? [id] : [],
      ),
    }))
    .filter(({ ids }) => ids.length > 0);

/** The figures of a call as texts for the cache. */
export const keptTexts = (
  batch: StatsBatch,
  groups: readonly MetricGroup[],
  found: ReadonlyMap<string, FoundFigures>,
): KeptTexts => {
  const family = groupsTogether.find((some) => groups.some((group) => some.includes(group))) ?? [];
  const texts = [...found].map(([id, figures]) => [id, textOf(figures)] as const);
  return { key: keyOf(batch, family), byId: new Map(texts) };
};

const textOf = ({ span: { from, to, length }, groups, json }: FoundFigures): string =>
  `${[...groups].join()} ${from} ${to} ${length} ${json}`;

const keptFormat = /^(\S+) (null|-?\d+) (null|-?\d+) (\d+) /;

/** The figures in a cached text; null if the format is wrong or a selected value is no series. */
const figuresOf = (
  text: string | null,
  interval: StatsInterval,
  metrics: readonly Metric[],
): FoundFigures | null => {
  const [start = '', names = '', from, to, length] = keptFormat.exec(text ?? '') ?? [];
  if (text === null || start === '') return null;
  const groups = new Set(names.split(',') as readonly MetricGroup[]);
  const span = { interval, from: timeIn(from), to: timeIn(to), length: Number(length) };
  try {
    const sent = readFigures(text.slice(start.length));
    const found = foundFigures(span, { groups, sent, metrics });
    return found instanceof Error || found.series.includes(null) ? null : found;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};

const timeIn = (text: string | undefined): number | null =>
  text === undefined || text === 'null' ? null : Number(text);

/** The cache of texts, and a function that receives the figures in them. */
interface KeptReading {
  readonly cache: Pick<ResultCache, 'get'>;
  readonly metrics: readonly Metric[];
  readonly keep: (batch: StatsBatch, id: string, figures: FoundFigures) => void;
}

/**
 * Passes cached figures to `keep`, and returns the needs that are left. If only some groups of a
 * family are cached, the family is read again with all of them, so that the cache grows.
 */
export const readKept = async (
  needs: readonly Need[],
  { cache, metrics, keep }: KeptReading,
): Promise<readonly Need[]> => {
  const shelves = needs.flatMap(shelvesOf);
  const texts = await cache.get(shelves);
  const left = new Map(needs.map((need) => [need, new Map<string, MetricGroups>()]));
  for (const [index, { need, family, ids }] of shelves.entries()) {
    const { batch, groupsById } = need;
    for (const [at, id] of ids.entries()) {
      const groups = groupsById.get(id);
      const wanted = new Set(family.filter((group) => groups?.has(group)));
      const kept = figuresOf(texts[index]?.[at] ?? null, batch.interval, metrics);
      if (kept !== null && hasGroups(kept.groups, wanted)) keep(batch, id, kept);
      else {
        const open = left.get(need);
        open?.set(id, unionOf(open.get(id), unionOf(kept?.groups, wanted)));
      }
    }
  }
  return [...left]
    .filter(([, groupsById]) => groupsById.size > 0)
    .map(([{ batch }, groupsById]) => ({ batch, groupsById }));
};

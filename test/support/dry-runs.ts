import { expect } from 'vitest';
import type { StoredRow } from '../../emulator/store.ts';
import { camelCase, moneyName } from '../../src/upstream/catalogue/names.ts';
import type { Answer, Running } from './gateway.ts';

interface Change {
  readonly action: 'CREATE' | 'UPDATE' | 'DELETE';
  readonly type: string;
  readonly id: string | null;
  readonly name: string | null;
  readonly field: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: tests name the members they expect
  readonly before: any;
  // biome-ignore lint/suspicious/noExplicitAny: tests name the members they expect
  readonly after: any;
}

interface Part {
  readonly outcome: string;
  readonly errors: readonly Readonly<Record<string, string>>[];
  readonly sentences: readonly string[];
  readonly changes: readonly Change[];
  readonly money: readonly object[];
  readonly activates: readonly { readonly type: string; readonly name: string | null }[];
  readonly guards: readonly object[];
}

/** The report of a dry run about a mutation. */
export interface DryWrite extends Part {
  readonly field: string;
  readonly path: string;
  readonly items: readonly Part[];
  readonly steps: readonly (Part & { readonly step: string })[];
  readonly calls: { readonly least: number; readonly most: number };
}

/** Tries a mutation; expects that nothing was written, and that all calls were counted. */
export const dryRunOf = async (
  { ask }: Pick<Running, 'ask'>,
  document: string,
  variables: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer & { readonly writes: readonly DryWrite[] }> => {
  const answered = await ask(document, variables, {
    headers: { 'x-ads-dry-run': '1', ...headers },
  });
  const { calls, data, errors, extensions } = answered;
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  const report = extensions?.['dryRun'] as { writes: readonly DryWrite[]; reads: number };
  expect({ data, errors, reads: report?.reads }).toEqual({
    data: null,
    errors: undefined,
    reads: calls.length,
  });
  return { ...answered, writes: report.writes };
};

const entities = ['Campaign', 'LineItem', 'PromotedTweet', 'TargetingCriterion'] as const;
type RowsById = ReadonlyMap<string, StoredRow>;

/** The rows of an account now, by their global ids. */
export const storedRows = ({ emulator }: Running, accountId: string): RowsById =>
  new Map(
    entities.flatMap((entity) =>
      emulator.store
        .rows(entity, accountId)
        .map((row) => [`${entity}:${accountId}:${row['id']}`, { ...row }] as const),
    ),
  );

// Columns that follow from a change, and are not written.
const derived = new Set([
  'updated_at',
  'effective_status',
  'servable',
  'reasons_not_servable',
  'categories',
]);

const shown = (value: unknown): string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
    ? new Date(value).toISOString()
    : JSON.stringify(value ?? null);

/** The changes of rows in the words of a dry run: one text for each change. */
export const changesBetween = (before: RowsById, after: RowsById): readonly string[] =>
  [...after]
    .flatMap(([id, row]) => {
      const then = before.get(id);
      const type = id.split(':', 1)[0];
      if (then === undefined) return [`CREATE ${type}`];
      if (then['deleted'] !== true && row['deleted'] === true) return [`DELETE ${id}`];
      return Object.keys(row)
        .filter((column) => !derived.has(column) && shown(then[column]) !== shown(row[column]))
        .map((column) => {
          const isMoney = column.endsWith('_local_micro');
          const field = isMoney ? moneyName(column) : camelCase(column);
          const value = row[column];
          const text = isMoney && value !== null ? shown(Number(value) / 1e6) : shown(value);
          return `UPDATE ${id} ${field} ${text}`;
        });
    })
    .sort();

/** The changes that a dry run reports, in the same words, as far as they concern such rows. */
export const changesSaid = ({ changes }: Part): readonly string[] =>
  changes
    // A campaign of a launch has no id yet at the time of its activation.
    .filter(({ action, id }) => action === 'CREATE' || id !== null)
    .filter(({ type }) => entities.some((entity) => entity === type))
    .map(({ action, type, id, field, after }) => {
      if (action === 'CREATE') return `CREATE ${type}`;
      if (action === 'DELETE') return `DELETE ${id}`;
      const value = after?.amount === undefined ? after : Number(after.amount);
      return `UPDATE ${id} ${field} ${shown(value)}`;
    })
    .sort();

import { UsageError } from '../../bin/commands.ts';
import described from './columns.json' with { type: 'json' };
import { type DayTable, type Group, own, type Table, tables } from './tables.ts';

/** The segments that divide results. METROS has a country; PLATFORMS may have a platform. */
export interface Segmentation {
  readonly type: string;
  readonly country?: string;
  readonly platform?: string;
}

const groupsOf: Readonly<Record<string, readonly string[]>> = described.segments;

/** The types of segments, as `--segment` takes them. */
const segmentTypes: readonly string[] = Object.keys(groupsOf);

/** The value of `--segment`: `AGE`, `METROS:96683cc9126741d1`. Throws UsageError. */
export const segmentationIn = (text: string): Segmentation => {
  const [, type = '', , of] = /^([^:]*)(:(.+))?$/.exec(text) ?? [];
  if (!segmentTypes.includes(type))
    throw new UsageError(`--segment has no ${type}; it takes ${segmentTypes.join(', ')}`);
  if (type === 'METROS' && of === undefined)
    throw new UsageError('--segment METROS needs a country, such as METROS:96683cc9126741d1');
  if (of === undefined) return { type };
  if (type === 'METROS') return { type, country: of };
  if (type === 'PLATFORMS') return { type, platform: of };
  throw new UsageError(`--segment ${type} takes nothing after it`);
};

/** Throws UsageError for groups of figures that the API does not divide by these segments. */
export const checkGroups = ({ type }: Segmentation, some: readonly Group[]): void => {
  const possible = groupsOf[type] ?? [];
  const wrong = some.find((group) => !possible.includes(group));
  if (wrong !== undefined)
    throw new UsageError(
      `--segment ${type} has no ${wrong}; with it --metrics takes ${possible.join(', ')}`,
    );
};

/** The additional columns of tables by segment; the first is in their key. */
export const segmentColumns = [
  own('segment', 'UTF8', 'The segment, as the API calls it', 'segment.segment_value'),
  own('segment_name', 'UTF8', 'The segment, for people', 'segment.segment_name'),
] as const;

const keyColumns: readonly string[] = ['date', 'placement'];

/** A table of results by day, divided by segments. */
const bySegment = (table: DayTable, type: string): DayTable => {
  const { key, columns, name, doc } = table;
  const behind = columns.findLastIndex((column) => keyColumns.includes(column.name)) + 1;
  return {
    ...table,
    by: type,
    name: `${name}_by_${type.toLowerCase()}`,
    doc: doc.replace(/day and placement/, 'day, placement and segment'),
    key: [...key, 'segment'],
    columns: [...columns.slice(0, behind), ...segmentColumns, ...columns.slice(behind)],
  };
};

/** Every table; those of results are divided by the segments, if there are any. */
export const tablesFor = (segmentation: Segmentation | null): readonly Table[] =>
  segmentation === null
    ? tables
    : tables.map((table) => (table.kind === 'days' ? bySegment(table, segmentation.type) : table));

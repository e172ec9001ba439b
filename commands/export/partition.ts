/** The period of one file of an account's results. */
export type Partition = 'day' | 'month';

export const isPartition = (text: string): text is Partition => text === 'day' || text === 'month';

/** The period that a day belongs to: `2026-11-20`, or `2026-11`. */
export const periodOf = (partition: Partition, day: string): string =>
  partition === 'day' ? day : day.slice(0, 7);

/** The folder of a period, as Hive names it: `date=2026-11-20`, `month=2026-11`. */
export const folderOf = (period: string): string =>
  period.length === '2026-11'.length ? `month=${period}` : `date=${period}`;

const usualDays = 90;

/** The default partition for a number of days. */
export const usualPartition = (days: number): Partition => (days > usualDays ? 'month' : 'day');

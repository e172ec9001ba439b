import { command } from './command.ts';

/**
 * Runs an export against a gateway, as the caller with a key. Returns its lines by table and
 * account.
 */
export const exportFrom = async (url: string, key: string, options: readonly string[]) => {
  const words = ['export', '--url', url, '--quiet', ...options];
  const { code, out, err } = await command(words, { ADS_GRAPH_KEY: key });
  const lines = out.split('\n').filter((line) => line !== '');
  return { code, err, lines: lines.map((line) => JSON.parse(line)) };
};

/** Rows as texts, in one order. */
export const sortedRows = (rows: readonly object[]) =>
  rows.map((row) => JSON.stringify(row)).sort();

const dayMs = 86_400_000;

/** This many days from the first one on: `2026-11-01`, `2026-11-02`. */
export const daysFrom = (first: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) =>
    new Date(Date.parse(first) + at * dayMs).toISOString().slice(0, 10),
  );

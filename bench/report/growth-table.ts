import type { Growth, Results } from '../results.ts';
import { table } from './table.ts';

/** The cost of more rows, of the gateway beside the floor. */
export const growthTable = ({ growth }: Results): string => {
  const cases = [...new Set(growth.map(({ about }) => about))];
  const names = [...new Set(growth.map(({ target }) => target))];
  const cellsOf = (about: string): readonly string[] => {
    const own = names.map((name) =>
      growth.find((found) => found.about === about && found.target === name),
    );
    return own.flatMap((found) => [String(found?.calls ?? '–'), microseconds(found)]);
  };
  return table(
    ['', ...names.flatMap((name) => [`${name}: calls`, 'CPU µs'])],
    cases.map((about) => [about, ...cellsOf(about)]),
  );
};

const microseconds = (found: Growth | undefined): string => found?.cpu.toFixed(0) ?? '–';

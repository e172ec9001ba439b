import { settings } from '../options.ts';
import type { Failure, Figures, Results, TargetResults } from '../results.ts';
import { isDisturbed, isHeldUp, isMeasured, multipleOf, quietest, tolerated } from '../results.ts';
import { queries } from '../workload/queries.ts';
import { growthTable } from './growth-table.ts';
import { notes } from './notes.ts';
import { table } from './table.ts';

type Cell = (figures: Figures, query: string) => string;

/** All tables of a run and their notes, in Markdown. */
export const report = (results: Results): string => {
  const floor = floorOf(results);
  const sections = [
    ['Upstream calls of one query', figuresTable(results, ({ calls }) => String(calls))],
    [`CPU, µs a request, ${settings.concurrency} at a time`, figuresTable(results, cpuCell)],
    ...(floor === undefined
      ? []
      : [
          [
            'CPU of one request, as a multiple of the floor in the same round: the median',
            figuresTable(results, multipleCell(floor)),
          ],
        ]),
    [
      `Requests a second, ${settings.concurrency} at a time, on one core`,
      figuresTable(results, rateCell),
    ],
    [
      `Milliseconds of a request alone, upstream calls of ${settings.latencyMs} ms each: median / p99`,
      figuresTable(results, latencyCell),
    ],
    ['Most memory held, MB', memoryTable(results)],
    ...(results.growth.length === 0 ? [] : [['More rows', growthTable(results)]]),
  ];
  const parts = sections.map(([title, text]) => `### ${title}\n\n${text}\n`);
  return `${[conditionsOf(results), workloadTable(results), ...parts, notes(results)].join('\n')}\n`;
};

const whole = (value: number): string => value.toFixed(0);

const floorOf = ({ targets }: Results): TargetResults | undefined =>
  targets.find(({ name }) => name === 'floor');

const namesOf = ({ targets }: Results): readonly string[] =>
  queries
    .map(({ name }) => name)
    .filter((name) => targets.some((target) => target.queries[name] !== undefined));

const figuresTable = (results: Results, cell: Cell): string => {
  const names = namesOf(results);
  const cellOf = (figures: Figures | Failure | undefined, query: string): string =>
    isMeasured(figures) ? cell(figures, query) : figures === undefined ? '–' : 'wrong';
  return table(
    ['', ...names],
    results.targets.map((target) => [
      target.name,
      ...names.map((query) => cellOf(target.queries[query], query)),
    ]),
  );
};

const multipleCell =
  (floor: TargetResults): Cell =>
  (own, query) => {
    const least = floor.queries[query];
    return isMeasured(least) ? multipleOf(own, least).toFixed(2) : '–';
  };

const cpuCell: Cell = (figures) =>
  `${whole(quietest(figures, figures.cpu))}${isDisturbed(figures) ? '†' : ''}`;

const latencyCell: Cell = ({ latency: { p50, p99, foreign } }) =>
  `${whole(p50)} / ${whole(p99)}${foreign > tolerated ? '†' : ''}`;

const rateCell: Cell = (figures) =>
  `${whole(quietest(figures, figures.rate))}${isHeldUp(figures) ? '*' : ''}`;

const memoryTable = ({ targets }: Results): string =>
  table(
    targets.map(({ name }) => name),
    [targets.map(({ peakMemoryMb }) => whole(peakMemoryMb))],
  );

const conditionsOf = (results: Results): string => {
  const { date, command, machine, node, nodeFlags, isPinned, rounds, seconds } = results;
  const flags = nodeFlags.length === 0 ? '' : ` with ${nodeFlags.join(' ')}`;
  const cores = isPinned
    ? 'each target alone on one core, upstream and load on the other'
    : 'nothing bound to a core';
  return (
    `\`${command}\`, ${date}, on ${machine}, Node ${node}${flags}; ${cores}; ` +
    `${rounds === 1 ? 'one round' : `the quietest of ${rounds} rounds`} of ${seconds} s, the targets by turns.\n`
  );
};

const workloadTable = (results: Results): string => {
  const names = namesOf(results);
  const rows = queries
    .filter(({ name }) => names.includes(name))
    .map(({ name, about, calls, rounds }) => [`${name}: ${about}`, String(calls), String(rounds)]);
  return `${table(['Query', 'fewest calls', 'one after the other'], rows)}\n`;
};

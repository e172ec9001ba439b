import type { Figures, Results } from '../results.ts';
import { isHeldUp, isMeasured } from '../results.ts';
import { median, percentile } from '../statistics.ts';

/** What a reader must know beside the tables: what each target is, what is wrong, how far figures moved. */
export const notes = (results: Results): string => {
  const lines = [
    ...results.targets.map(
      ({ name, about, versions }) => `\`${name}\`: ${about}${versionsText(versions)}.`,
    ),
    'Only this gateway signs its calls, logs each request, checks limits and wraps lists in connections with cursors; the others are as bare as their documentation allows.',
    ...spreadLines(results),
    ...foreignLines(results),
    ...starLines(results),
    `p99 of ${results.latencySamples} requests is the slowest of them.`,
    ...wrongLines(results),
  ];
  return lines.map((line) => `- ${line}`).join('\n');
};

const versionsText = (versions: Readonly<Record<string, string>>): string => {
  const texts = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return texts.length === 0 ? '' : ` (${texts.join(', ')})`;
};

const spreadLines = ({ targets, rounds }: Results): readonly string[] => {
  if (rounds === 1) return ['One round only: do not read differences below a fifth.'];
  const spreads = figuresOf(targets).map(
    ({ cpu }) => (Math.max(...cpu) - Math.min(...cpu)) / median(cpu),
  );
  const [usual, most] = [percent(median(spreads)), percent(percentile(spreads, 1))];
  return [`CPU of one cell moved by ${usual} between rounds in the median, by ${most} at most.`];
};

const foreignLines = ({ targets }: Results): readonly string[] => {
  const shares = figuresOf(targets).flatMap(({ foreign }) => foreign);
  if (!(percentile(shares, 0.9) > 0.05)) return [];
  const [usual, often] = [percent(median(shares)), percent(percentile(shares, 0.9))];
  return [
    `Other programs used the core of the targets: ${usual} of it in the median, ${often} or more in every tenth measurement. That makes all figures larger, and not all alike.`,
  ];
};

const starLines = ({ targets }: Results): readonly string[] =>
  figuresOf(targets).some(isHeldUp)
    ? [
        '\\* the target had its core for less than nine tenths of the time: load, upstream or other programs set this rate.',
      ]
    : [];

const figuresOf = (targets: Results['targets']): readonly Figures[] =>
  targets.flatMap(({ queries }) => Object.values(queries)).filter(isMeasured);

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

const wrongLines = ({ targets }: Results): readonly string[] =>
  targets.flatMap(({ name, queries }) =>
    Object.entries(queries).flatMap(([query, figures]) =>
      isMeasured(figures) ? [] : [`\`${name}\` ${query} is not measured: ${figures.wrong}`],
    ),
  );

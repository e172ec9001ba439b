import type { Figures, Results } from '../results.ts';
import { calm, isDisturbed, isHeldUp, isMeasured, tolerated } from '../results.ts';
import { median, percentile } from '../statistics.ts';

/** The notes beside the tables: the targets, the failures, and the spread of the figures. */
export const notes = (results: Results): string => {
  const lines = [
    ...results.targets.map(
      ({ name, about, versions }) => `\`${name}\`: ${about}${versionsText(versions)}.`,
    ),
    'Every target signs its calls with oauth-1.0a. Only this gateway logs each request, checks limits and wraps lists in connections with cursors; the others are as bare as their documentation allows.',
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
  const spreads = figuresOf(targets).map((figures) => {
    const values = calm(figures, figures.cpu);
    return (Math.max(...values) - Math.min(...values)) / median(values);
  });
  const [usual, most] = [percent(median(spreads)), percent(percentile(spreads, 1))];
  return [`CPU of one cell moved by ${usual} between rounds in the median, by ${most} at most.`];
};

const foreignLines = ({ targets }: Results): readonly string[] => {
  const all = figuresOf(targets);
  const shares = all.flatMap(({ foreign, latency }) => [...foreign, latency.foreign]);
  const disturbed = shares.filter((share) => share > tolerated).length;
  if (disturbed === 0) return [];
  const line = `${disturbed} of ${shares.length} measurements shared a core with other programs and are left out`;
  return all.some((figures) => isDisturbed(figures) || figures.latency.foreign > tolerated)
    ? [`${line}, but for †, which has no others and is too large.`]
    : [`${line}.`];
};

const starLines = ({ targets }: Results): readonly string[] =>
  figuresOf(targets).some(isHeldUp)
    ? [
        '\\* the target was idle for more than a tenth of the time: load and upstream set this rate.',
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

import type { Results, TargetResults } from '../results.ts';
import { isMeasured, multipleOf } from '../results.ts';
import { queries } from '../workload/queries.ts';

const panel = { width: 420, left: 86, right: 46, bar: 11, gap: 4, title: 26, below: 16 } as const;
const columns = 2;
const headHeight = 52;

// Colours with enough contrast on white and on black. Text uses the reader's colour scheme if the
// viewer knows it.
const style = `
  text { font: 11px system-ui, sans-serif; fill: #57606a }
  .title { font-weight: 600; font-size: 12px }
  .head { font-weight: 600; font-size: 15px }
  rect { fill: #9aa4af }
  .floor { fill: #6e7781 }
  .ours { fill: #2f81f7 }
  .ours-relay { fill: #79b8ff }
  line { stroke: #6e7781; stroke-dasharray: 2 3 }
  @media (prefers-color-scheme: dark) { text { fill: #c9d1d9 } line { stroke: #8b949e } }
`;

/**
 * A bar for every target and query: the CPU of one request as a multiple of the floor, all on one
 * scale from zero.
 */
export const chart = (results: Results): string => {
  const { targets } = results;
  const floor = targets.find(({ name }) => name === 'floor');
  if (floor === undefined) throw new Error('the chart needs the floor');
  const scale = Math.max(
    ...targets.flatMap((target) => queries.map(({ name }) => multiple(target, floor, name) ?? 0)),
  );
  const height = panel.title + targets.length * (panel.bar + panel.gap) + panel.below;
  const rows = Math.ceil(queries.length / columns);
  const width = columns * panel.width;
  const panels = queries.map(({ name, about }, place) => {
    const x = (place % columns) * panel.width;
    const y = headHeight + Math.floor(place / columns) * height;
    const bars = targets
      .filter((target) => target.queries[name] !== undefined)
      .map((target, index) =>
        bar({ name: target.name, index, scale, value: multiple(target, floor, name) }),
      );
    return `<g transform="translate(${x} ${y})"><text class="title" x="8" y="14">${name}: ${about}</text>${unitLine(scale, targets.length)}${bars.join('')}</g>`;
  });
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${headHeight + rows * height}" role="img">`,
    '<title>CPU of one request, as a multiple of a program written by hand</title>',
    `<style>${style}</style>`,
    '<text class="head" x="8" y="20">CPU of one request, as a multiple of a program written by hand</text>',
    `<text x="8" y="38">Shorter is cheaper. Node ${results.node}, ${results.date}; the dashed line is the floor.</text>`,
    ...panels,
    '</svg>',
  ].join('\n')}\n`;
};

const multiple = (
  target: TargetResults,
  floor: TargetResults,
  query: string,
): number | undefined => {
  const [own, least] = [target.queries[query], floor.queries[query]];
  return isMeasured(own) && isMeasured(least) ? multipleOf(own, least) : undefined;
};

const lengthOf = (value: number, scale: number): number =>
  Math.round((value / scale) * (panel.width - panel.left - panel.right));

const topOf = (index: number): number => panel.title + index * (panel.bar + panel.gap);

const unitLine = (scale: number, count: number): string => {
  const x = panel.left + lengthOf(1, scale);
  return `<line x1="${x}" x2="${x}" y1="${panel.title - 4}" y2="${topOf(count)}"/>`;
};

interface Bar {
  readonly name: string;
  readonly index: number;
  readonly scale: number;
  readonly value: number | undefined;
}

const bar = ({ name, index, scale, value }: Bar): string => {
  const y = topOf(index);
  const text = y + panel.bar - 2;
  const label = `<text x="${panel.left - 6}" y="${text}" text-anchor="end">${name}</text>`;
  if (value === undefined) return `${label}<text x="${panel.left}" y="${text}">wrong answer</text>`;
  const length = lengthOf(value, scale);
  return (
    `${label}<rect class="${name}" x="${panel.left}" y="${y}" width="${length}" height="${panel.bar}"/>` +
    `<text x="${panel.left + length + 4}" y="${text}">${value.toFixed(2)}</text>`
  );
};

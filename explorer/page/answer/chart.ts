import type { AlignedData, Axis, Series as Line, Options } from 'uplot';
import UPlot from 'uplot';
import styles from 'uplot/dist/uPlot.min.css';
import type { ChartSeries } from './series.ts';

/** The content of a chart: one figure, and optionally a second one with an axis of its own. */
export interface Drawn {
  readonly series: ChartSeries;
  readonly first: string;
  readonly second: string | null;
  /** A figure in words. */
  readonly wordsOf: (figure: string) => string;
  /** A time as people write it. */
  readonly timeOf: (time: string) => string;
}

const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });
const shown = (value: number | null): string => (value === null ? '–' : numbers.format(value));

/**
 * Draws a chart that follows the size of its element and the colours of the page; returns its end.
 */
export const drawChart = (host: HTMLElement, drawn: Drawn): (() => void) => {
  addStyles();
  const make = (): UPlot => new UPlot(optionsOf(host, drawn), dataOf(drawn), host);
  let plot = make();
  const remake = (): void => {
    plot.destroy();
    plot = make();
  };
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  scheme.addEventListener('change', remake);
  const theme = new MutationObserver(remake);
  theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const size = new ResizeObserver(() => plot.setSize({ width: host.clientWidth, height }));
  size.observe(host);
  return () => {
    scheme.removeEventListener('change', remake);
    theme.disconnect();
    size.disconnect();
    plot.destroy();
  };
};

const height = 220;

const sheet = new CSSStyleSheet();

const addStyles = (): void => {
  if (document.adoptedStyleSheets.includes(sheet)) return;
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
};

const dataOf = ({ series, first, second }: Drawn): AlignedData => {
  const valuesOf = (name: string) =>
    (series.figures[name] ?? []).map((text) => (text === null ? null : Number(text)));
  return [
    series.times.map((time) => Date.parse(time) / 1000),
    valuesOf(first),
    ...(second === null ? [] : [valuesOf(second)]),
  ];
};

const optionsOf = (host: HTMLElement, drawn: Drawn): Options => {
  const { series, first, second } = drawn;
  const colours = coloursIn(host);
  const timeAt = (seconds: number) => drawn.timeOf(new Date(seconds * 1000).toISOString());
  const one = { name: drawn.wordsOf(first), scale: 'first', stroke: colours.first };
  const other = { name: drawn.wordsOf(second ?? ''), scale: 'second', stroke: colours.second };
  const font = `12px ${getComputedStyle(host).fontFamily}`;
  const axis = { stroke: colours.muted, ticks: { stroke: colours.line }, font, labelFont: font };
  return {
    width: host.clientWidth,
    height,
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    scales: { first: { range: fromZero }, second: { range: fromZero } },
    series: [
      { label: series.unit, value: (_, at) => timeAt(at ?? lastTime(series)) },
      lineOf(one, drawn),
      ...(second === null ? [] : [lineOf({ ...other, dash: [8, 5] }, drawn)]),
    ],
    hooks: { drawSeries: [(plot, line) => drawOpen(plot, line, drawn)] },
    legend: { markers: { dash: (_, line) => (line === 2 ? 'dashed' : 'solid') } },
    axes: [
      {
        ...axis,
        grid: { stroke: colours.line },
        values: (_, splits) => splits.map(timeAt),
      },
      { ...axis, ...axisOf(one), grid: { stroke: colours.line } },
      ...(second === null
        ? []
        : [{ ...axis, ...axisOf(other), side: 1 as const, grid: { show: false } }]),
    ],
  };
};

/** The last time, which the legend shows while no point is under the pointer. */
const lastTime = ({ times }: ChartSeries): number => Date.parse(times.at(-1) ?? '') / 1000;

const fromZero = (_: UPlot, least: number | null, most: number | null): [number, number] => {
  const [from, to] = UPlot.rangeNum(Math.min(0, least ?? 0), most || 1, 0.1, true);
  return [from ?? 0, to ?? 1];
};

interface LineLook {
  readonly name: string;
  readonly scale: string;
  readonly stroke: string;
  readonly dash?: number[];
}

/** The last position whose figure is final; -1 if there is none. */
const lastFinal = ({ series }: Drawn): number => series.finality.lastIndexOf('final');

const lineOf = ({ name, ...look }: LineLook, drawn: Drawn): Line => {
  const last = lastFinal(drawn);
  const straight = UPlot.paths.linear?.();
  return {
    ...look,
    label: name,
    width: 2,
    paths: (plot, line, from, to) => straight?.(plot, line, from, Math.min(to, last)) ?? null,
    points: {
      show: true,
      size: 5,
      fill: look.stroke,
      filter: () => drawn.series.times.map((_time, at) => at).slice(0, last + 1),
    },
    value: (plot, value, line, at) =>
      shown(at === null ? (plot.data[line]?.at(-1) ?? null) : value),
  };
};

/** Draws the figures of a line that are not final: dotted, with circles that are not filled. */
const drawOpen = (plot: UPlot, line: number, drawn: Drawn): void => {
  const { ctx: canvas, series, data } = plot;
  const { scale = '' } = series[line] ?? {};
  const places = Array.from(data[line] ?? [], (value, at) => ({ value, at })).flatMap(
    ({ value, at }) => {
      if (value == null || at < lastFinal(drawn)) return [];
      const x = plot.valToPos(data[0][at] ?? 0, 'x', true);
      return [{ at, x, y: plot.valToPos(value, scale, true) }];
    },
  );
  const dot = 2 * devicePixelRatio;
  canvas.save();
  canvas.strokeStyle = coloursIn(plot.root)[line === 1 ? 'first' : 'second'];
  canvas.lineWidth = dot;
  canvas.setLineDash([dot, 2 * dot]);
  canvas.beginPath();
  for (const { x, y } of places) canvas.lineTo(x, y);
  canvas.stroke();
  canvas.setLineDash([]);
  for (const { at, x, y } of places) {
    if (at === lastFinal(drawn)) continue;
    canvas.beginPath();
    canvas.arc(x, y, 1.5 * dot, 0, 2 * Math.PI);
    canvas.stroke();
  }
  canvas.restore();
};

const axisOf = ({ name, scale }: LineLook): Axis => ({
  scale,
  label: name,
  values: (_, splits) => splits.map(shown),
  size: (_, texts) => 24 + 7 * Math.max(3, ...(texts ?? []).map(({ length }) => length)),
});

/** Colours of the page as a canvas takes them. */
const coloursIn = (host: HTMLElement) => {
  const probe = host.appendChild(document.createElement('i'));
  const colourOf = (name: string): string => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = {
    first: colourOf('chart-1'),
    second: colourOf('chart-2'),
    muted: colourOf('muted'),
    line: colourOf('line'),
  };
  probe.remove();
  return colours;
};

import { readFileSync, writeFileSync } from 'node:fs';
import type { Results } from '../results.ts';
import { root } from '../targets.ts';
import { chart } from './chart.ts';
import { report } from './report.ts';

const page = `${root}docs/performance.md`;
const picture = `${root}docs/performance.svg`;
const [begin, end] = ['<!-- figures: npm run bench -- --publish -->', '<!-- end of figures -->'];

/** Writes the figures between their marks in docs/performance.md, and the chart beside it. */
export const publish = (results: Results): void => {
  const text = readFileSync(page, 'utf8');
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) {
    throw new Error('docs/performance.md has lost the marks between which figures stand');
  }
  writeFileSync(page, `${before}${begin}\n\n${report(results)}\n${end}${after}`);
  writeFileSync(picture, chart(results));
};

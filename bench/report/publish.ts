import { readFileSync, writeFileSync } from 'node:fs';
import type { Results } from '../results.ts';
import { root } from '../targets.ts';
import { chart } from './chart.ts';
import { report } from './report.ts';

const page = `${root}docs/performance.md`;
const picture = `${root}docs/performance.svg`;
const [begin, end] = ['<!-- figures: npm run bench -- --publish -->', '<!-- end of figures -->'];

const width = 100;

/** A line of prose as lines of up to 100 columns; those of a list item are indented below it. */
const wrapped = (line: string): string => {
  const indent = line.startsWith('- ') ? '  ' : '';
  const lines: string[] = [];
  for (const word of line.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length > width) lines.push(indent + word);
    else lines.splice(-1, 1, longer);
  }
  return lines.join('\n');
};

/** Text in Markdown with wrapped prose. Tables and headings stay as they are. */
const withWrappedProse = (text: string): string => text.replace(/^(?![|#]).*$/gm, wrapped);

/** Writes the figures between their marks in docs/performance.md, and the chart beside it. */
export const publish = (results: Results): void => {
  const text = readFileSync(page, 'utf8');
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) {
    throw new Error('docs/performance.md has lost the marks between which figures stand');
  }
  writeFileSync(page, `${before}${begin}\n\n${withWrappedProse(report(results))}\n${end}${after}`);
  writeFileSync(picture, chart(results));
};

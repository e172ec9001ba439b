import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codes } from '../../src/errors/codes.ts';

const page = readFileSync('docs/errors.md', 'utf8');

/** The rows of codes below a heading of the page. */
const rowsBelow = (heading: string): readonly (readonly string[])[] => {
  const [, text = ''] = page.split(`\n## ${heading}\n`);
  const [section = ''] = text.split('\n## ');
  return section
    .split('\n')
    .filter((line) => /^\| `[A-Z_]+` \| \d/.test(line))
    .map((line) => line.slice(2, -2).split(' | '));
};

const headings = {
  request: 'The request',
  limit: 'Limits of the gateway',
  viewer: 'Who is asking',
  api: 'The API',
} as const;

const retry = { yes: 'yes', no: 'no', told: 'as `retryable` says' } as const;

test.each(Object.entries(headings))(
  'the page has the current codes about the %s under "%s"',
  (subject, heading) => {
    const expected = Object.entries(codes)
      .filter(([, { about }]) => about === subject)
      .map(([code, { status, retryable, when, advice }]) => [
        `\`${code}\``,
        String(status),
        retry[retryable],
        when,
        advice,
      ]);
    expect(expected.length).toBeGreaterThan(3);
    expect(rowsBelow(heading)).toEqual(expected);
  },
);

const sources = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && file !== 'codes.ts' && !file.startsWith('emulator'))
    .map((file) => readFileSync(join(folder, file), 'utf8'));

test('the table has no unused code', () => {
  const text = sources('src').join('\n');
  for (const code of Object.keys(codes)) expect(text, code).toContain(`'${code}'`);
});

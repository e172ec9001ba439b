import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codes } from '../src/codes.ts';

const page = readFileSync('docs/errors.md', 'utf8');
const rowsOn = (text: string): readonly (readonly string[])[] =>
  text
    .split('\n')
    .filter((line) => /^\| `[A-Z_]+` \| \d/.test(line))
    .map((line) => line.slice(2, -2).split(' | '));

const retry = { yes: 'yes', no: 'no', told: 'as `retryable` says' } as const;

test('the page has every code of the table, with the same words, and none besides', () => {
  const expected = Object.entries(codes).map(([code, { status, retryable, when, advice }]) => [
    `\`${code}\``,
    String(status),
    retry[retryable],
    when,
    advice,
  ]);
  expect(rowsOn(page)).toEqual(expected);
});

const sources = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && file !== 'codes.ts' && !file.startsWith('emulator'))
    .map((file) => readFileSync(join(folder, file), 'utf8'));

test('the table has no code that nothing answers with', () => {
  const text = sources('src').join('\n');
  for (const code of Object.keys(codes)) expect(text, code).toContain(`'${code}'`);
});

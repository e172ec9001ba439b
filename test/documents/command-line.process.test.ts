import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { startFlags } from '../support/bare-process.ts';
import { command } from '../support/command.ts';

test('--help lists every command on standard output', async () => {
  const { code, out, err } = await command(['--help']);
  expect([code, err]).toEqual([0, '']);
  for (const name of [
    'start',
    'emulator',
    'query',
    'export',
    'mcp',
    'doctor',
    'login',
    'logout',
    'schema',
  ]) {
    expect(out).toMatch(new RegExp(`^ {2}${name} {3,}\\w`, 'm'));
  }
});

test.each([
  ['start', '--print-limits'],
  ['emulator', 'PORT=4011 ads-graph emulator'],
  ['query', '--variables JSON|@FILE'],
  ['export', '--lookback N'],
  ['mcp', '--read'],
  ['doctor', '--json'],
  ['login', 'Example: ads-graph login'],
  ['logout', '--revoke'],
  ['schema', '--without DIRECTIVE'],
])('%s --help shows its options and an example, and starts nothing', async (name, shown) => {
  const { code, out, err } = await command([name, '--help'], { PORT: 'wrong' });
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain(`Usage: ads-graph ${name}`);
  expect(out).toContain('Example: ');
  expect(out).toContain(shown);
});

test('--version prints the version', async () => {
  const { code, out } = await command(['--version']);
  expect([code, out]).toEqual([0, `${manifest.version}\n`]);
});

test.each([
  [[], 'A command is missing; ads-graph --help lists the commands'],
  [['bogus'], 'Unknown command bogus; ads-graph --help lists the commands'],
  [['stat'], 'Unknown command stat; ads-graph --help lists the commands. Did you mean "start"?'],
  [['start', '--port', '3'], "Unknown option '--port'; ads-graph start --help lists its options"],
  [['emulator', 'now'], "Unexpected argument 'now'; ads-graph emulator --help lists its options"],
  [['worker'], 'Unknown command worker; ads-graph --help lists the commands'],
])('%j is a mistake that is named in one line', async (words, message) => {
  const { code, out, err } = await command(words);
  expect({ code, out, err }).toEqual({ code: 2, out: '', err: `ads-graph: ${message}\n` });
});

test('npm start, the command and the image run Node with the same flags', () => {
  const flagsIn = (file: string): string[] =>
    readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').match(
      /--[a-z-]*(?:size=\d+|pretenuring)/g,
    ) ?? [];
  expect(startFlags).toHaveLength(2);
  expect(flagsIn('Dockerfile')).toEqual(startFlags);
  // The commands that are clients of the graph read a page at a time.
  expect(flagsIn('bin/ads-graph.js')).toEqual([...startFlags, '--max-semi-space-size=8']);
});

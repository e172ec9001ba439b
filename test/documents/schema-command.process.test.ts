import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import { sdlOf } from '../../src/schema/schema-command.ts';
import { subgraphOf } from '../../src/schema/subgraph.ts';
import { command } from '../support/command.ts';
import { crm, useComposers } from '../support/supergraph.ts';

// A start, or a third-party composer, takes long on a busy machine.
const patience = 120_000;
const compose = useComposers();

const fileOf = (name: string): string =>
  readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8').trim();

test(
  'prints the subgraph without anything that a server needs',
  async () => {
    const { code, out, err } = await command(['schema', '--subgraph'], { PORT: 'none' });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.trim()).toBe(subgraphOf(schema).trim());
  },
  patience,
);

test('prints the schema', () => {
  expect(sdlOf([], {}).trim()).toBe(fileOf('schema.graphql'));
});

test(
  "prints the configuration of a client's cache, with the prefix",
  async () => {
    const { code, out, err } = await command(['schema', '--cache', 'urql', '--prefix', 'Ads']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const [first = '', ...lines] = out.trim().split('\n');
    expect([first, lines.at(-1)]).toEqual(['export const keys = {', '};']);
    expect(lines).toContain('  AdsMoney: () => null,');
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/^ {2}Ads\w+: \(\) => null,$/);
  },
  patience,
);

test('accepts the prefix of the server, or another, and applies it to PageInfo on request', () => {
  const server = { TYPE_PREFIX: 'Ads' };
  const ofServer = sdlOf([], server);
  expect(ofServer).toContain('\ntype AdsCampaign implements AdsNode {');
  expect(ofServer).toContain('\ntype PageInfo {');
  expect(sdlOf([], { ...server, TYPE_PREFIX_PAGE_INFO: 'true' })).toContain('\ntype AdsPageInfo {');
  const other = sdlOf(['--prefix', 'X', '--prefix-page-info'], server);
  expect(other).toContain('\ntype XCampaign implements XNode {');
  expect(other).toContain('\ntype XPageInfo {');
  expect(sdlOf(['--prefix', ''], server)).toContain('\ntype Campaign implements Node {');
});

test(
  'leaves directives out, and requires the oldest version of federation that has the others',
  async () => {
    const words = ['--prefix', 'Ads', '--without', 'authenticated', '--without', 'cost,@listSize'];
    const sdl = sdlOf(['--subgraph', ...words], {});
    expect(sdl).not.toMatch(/@(authenticated|cost|listSize)\b/);
    expect(sdl).toContain('https://specs.apollo.dev/federation/v2.0');
    expect(sdl).toContain('import: ["@key", "@shareable", "@tag"]');
    const url = 'http://127.0.0.1/graphql';
    const { composers, supergraphs } = await compose({ name: 'ads', url, sdl }, crm(url));
    expect(composers).toEqual({ apollo: [], guild: [], wundergraph: [] });
    expect(supergraphs.apollo).toContain('createCampaign(');
  },
  patience,
);

test.each([
  ['--subgraph --without authenticated,policy', /takes authenticated, cost, .* "policy"$/],
  ['--without authenticated', /^--without needs --subgraph/],
  ['--prefix 1st', /^--prefix must begin a type name/],
  ['--prefix-page-info', /^TYPE_PREFIX must be set/],
  ['--cache relay', /^--cache must be apollo or urql$/],
  ['--cache urql --subgraph', /^--cache and --subgraph exclude each other$/],
  ['--format json', /^Unknown option '--format'; /],
  ['subgraph', /^Unexpected argument 'subgraph'; /],
])('refuses %s', (words, message) => {
  expect(() => sdlOf(words.split(' '), {})).toThrow(message);
});

test(
  'a refusal is one line',
  async () => {
    const { code, out, err } = await command(['schema', '--format', 'json']);
    expect({ code, out, err }).toEqual({
      code: 2,
      out: '',
      err: "ads-graph: Unknown option '--format'; ads-graph schema --help lists its options\n",
    });
  },
  patience,
);

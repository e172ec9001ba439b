import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { useGateway } from './support/gateway.ts';
import { blocksOf, runCommand } from './support/pages.ts';
import { ads, compose } from './support/supergraph.ts';

const page = 'federation.md';
const running = useGateway({ env: { TYPE_PREFIX: 'Ads' } });
const folder = mkdtempSync(join(tmpdir(), 'federation-'));
afterAll(() => rmSync(folder, { recursive: true }));

const [start = '', definition = '', reference = ''] = blocksOf(page, 'sh');

test('the page begins with the prefix that its other commands have', () => {
  expect(start).toContain('TYPE_PREFIX=Ads');
});

test('its commands write a definition that composes with the types it shows', async () => {
  await runCommand(definition, { url: running.url, folder });
  const sdl = readFileSync(join(folder, 'ads.graphql'), 'utf8');
  const [types = ''] = blocksOf(page, 'graphql');
  const other = `
    extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])
    type Query { clients: [Client!]! }
    ${types}`;
  const url = 'http://127.0.0.1/graphql';
  const { composers } = await compose(ads(url, sdl), { name: 'crm', url, sdl: other });
  expect(composers).toEqual({ apollo: [], guild: [], wundergraph: [] });
});

test('its references are answered, in one call', async () => {
  const { data, errors, extensions } = JSON.parse(
    await runCommand(reference, { url: running.url, folder }),
  );
  expect(errors).toBeUndefined();
  expect(data._entities).toEqual([{ name: expect.any(String) }, { name: expect.any(String) }]);
  expect(extensions.upstream.count).toBe(1);
});

test('its gateways are those of the other tests', () => {
  const blank = (text: string): string => text.replace(/\s+/g, ' ').trim().replace(/;$/, '');
  const programs = ['apollo', 'hive'].map((name) =>
    blank(readFileSync(new URL(`./federation/${name}.ts`, import.meta.url), 'utf8')),
  );
  const shown = blocksOf(page, 'ts').map(blank);
  expect(shown).toHaveLength(2);
  for (const [index, code] of shown.entries()) expect(programs[index]).toContain(code);
});

import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createEmulator } from '../../emulator/server.ts';
import { defaultSettings } from '../../emulator/settings.ts';
import { windowClasses } from '../../src/upstream/catalogue/rate-windows.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(`${root}/docs/emulator.md`, 'utf8');

/** Codes that the vendor documents for a situation, with their status. */
const documented = new Set(['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED', 'TOO_MANY_REQUESTS']);
const alsoDocumented = /^(INVALID_ID_ILLEGAL_CHARACTERS|\w+_NOT_FOUND)$/;

test('every code of the emulator’s own refusals is on its page', () => {
  const sources = globSync('emulator/**/*.ts', { cwd: root });
  const codes = sources.flatMap((path) =>
    [...readFileSync(`${root}/${path}`, 'utf8').matchAll(/refusal\(\s*\d{3},\s*'([A-Z_]+)'/g)].map(
      ([, code = '']) => code,
    ),
  );
  expect(codes.length).toBeGreaterThan(40);
  const own = [...new Set(codes)].filter(
    (code) => !documented.has(code) && !alsoDocumented.test(code),
  );
  expect(own.filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
});

const tableAfter = (heading: string): readonly (readonly string[])[] => {
  const [, section = ''] = page.split(heading);
  const [table = ''] = /(^\|.*\n)+/m.exec(section) ?? [];
  const rows = table.trim().split('\n').slice(2);
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
};
const bare = (cell = ''): string => cell.replaceAll('`', '');

test('every setting is on the page, with its initial value', () => {
  const rows = tableAfter('### Settings').map(([name, value]) => [bare(name), bare(value)]);
  const shown = (value: unknown): string =>
    typeof value === 'string' ? value : JSON.stringify(value);
  const settings = Object.entries(defaultSettings()).map(([name, value]) => [name, shown(value)]);
  const known = settings.map(([name, value]) => [
    name,
    name === 'strict' ? 'EMULATOR_STRICT' : value,
  ]);
  expect(rows.toSorted()).toEqual(known.toSorted());
});

test('every rate window is on the page, with its limit', async () => {
  const windows = windowClasses.filter(({ name }) => name !== 'own');
  const per = { user: 'user', endpoint: 'user and endpoint', account: 'account and endpoint' };
  const rows = tableAfter('The first window of this table').map(([name, ...cells]) => [
    bare(name),
    ...cells.slice(0, 3),
  ]);
  expect(rows.map(([name]) => name)).toEqual([...new Set(windowClasses.map(({ name }) => name))]);
  expect(rows.filter(([name]) => name !== 'own')).toEqual(
    windows.map((one) => [
      one.name,
      // The limit is raised, so that a demonstration does not stop at its sixth query.
      String(one.name === 'global' ? 1000 : one.limit),
      String(one.seconds),
      per[one.per],
    ]),
  );
});

test('every reason to refuse a signature is on the page', () => {
  const source = ['signature', 'authenticate']
    .map((name) => readFileSync(`${root}/emulator/${name}.ts`, 'utf8'))
    .join('\n')
    .replace(/\$\{maxSkewSeconds\}/, '300');
  const reasons = [
    ...source.matchAll(
      /(?:invalid\(|[?:=] |return )['`"]((?:the|no|unknown|a) [^'`"]*(?:'s clock)?)/g,
    ),
  ].map(([, reason]) => reason);
  expect(reasons.length).toBeGreaterThan(12);
  const documented = tableAfter('### A refused signature').map(([reason]) => bare(reason));
  expect(documented.toSorted()).toEqual([...new Set(reasons)].toSorted());
});

test('each request of the page to a control route works as written', async () => {
  const emulator = await createEmulator();
  const orders = [
    ...page.matchAll(
      /curl -s http:[/]{2}127.0.0.1:4010(\S+) -H '([\w-]+): ([^']+)'[^']+'([^']+)'/g,
    ),
  ];
  const statuses = await Promise.all(
    orders.map(async ([, path = '', name = '', value = '', body = '']) => {
      const order = { method: 'POST', headers: { [name]: value }, body };
      return [path.split('/').at(-1), (await fetch(`${emulator.url}${path}`, order)).status];
    }),
  );
  await emulator.close();
  expect(statuses).toEqual([
    ['settings', 200],
    ['rows', 201],
    ['sessions', 201],
    ['faults', 201],
  ]);
});

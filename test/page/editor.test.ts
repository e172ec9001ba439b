import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { completeGraphql, opensNext } from '../../explorer/page/language/completion.ts';
import { editorSchema } from '../../explorer/page/language/editor-schema.ts';
import { laidOut } from '../../explorer/page/language/layout.ts';
import { entryAt, hoverAt, plainFieldsAt } from '../../explorer/page/language/service.ts';
import { pageSchema } from '../support/page-schema.ts';

const at = (marked: string) => ({ text: marked.replace('|', ''), offset: marked.indexOf('|') });

/** The suggestions where `|` stands, the best first. */
const offered = async (marked: string) => {
  const { text, offset } = at(marked);
  const state = EditorState.create({ doc: text, extensions: editorSchema.init(() => pageSchema) });
  const result = await completeGraphql(new CompletionContext(state, offset, false));
  const options = (result?.options ?? []).toSorted((a, b) => (b.boost ?? 0) - (a.boost ?? 0));
  return { labels: options.map(({ label }) => label), options };
};
const optionOf = async (marked: string, label: string) =>
  (await offered(marked)).options.find((one) => one.label === label);

test('frequently used names are offered first, and fields for machines last', async () => {
  const { labels } = await offered('{ account(id: "a") { campaigns { nodes {|} } } }');
  expect(labels.slice(0, 3)).toEqual(['name', 'id', 'entityStatus']);
  expect(labels.at(-1)).toMatch(/^_/);
});

test('suggestions open after a bracket, a brace and a colon, and while a name is typed', async () => {
  const query = (inside: string): string =>
    `{ account(id: "a") { campaigns(${inside}) { nodes { id } } } }`;
  expect((await offered(query('|'))).labels).toContain('withDraft');
  expect((await offered(query('orderBy: {|}'))).labels).toContain('direction');
  expect((await offered(query('orderBy: { direction:|}'))).labels).toContain('DESC');
  expect((await offered('{ view|')).labels).toContain('viewer');
  expect((await offered('{ viewer { userId } |}')).labels).toEqual([]);
});

test('a name is followed by its value, an object by its braces, and both open the next suggestions', async () => {
  const argument = await optionOf('{ account(id: "a") { campaigns(order|', 'orderBy');
  expect(argument?.apply).toBe('orderBy: ');
  const object = await optionOf(
    '{ account(id: "a") { campaigns { nodes { dailyBud| } } } }',
    'dailyBudget',
  );
  expect([object?.detail, typeof object?.apply]).toEqual(['Money', 'function']);
  const plain = await optionOf('{ viewer { user| } }', 'userId');
  expect(plain?.apply).toBe('userId');
  expect([argument, object, plain].map((one) => one && opensNext(one))).toEqual([
    true,
    true,
    false,
  ]);
});

test('an object that has its braces, or needs an argument, gets none', async () => {
  expect((await optionOf('{ view| { userId } }', 'viewer'))?.apply).toBe('viewer');
  expect((await optionOf('{ acc| }', 'account'))?.apply).toBe('account');
  const plain = plainFieldsAt(pageSchema, at('{ acc| }'));
  expect([plain.has('accounts'), plain.has('account')]).toEqual([true, false]);
});

test('a name has its type and description under the pointer, and leads to the docs', () => {
  const account = at('{ a|ccount(id: "a") { name } }');
  expect(hoverAt(pageSchema, account)).toMatch(/Query\.account: Account[\s\S]*One ad account/);
  expect(entryAt(pageSchema, account)).toEqual({ type: 'Query', field: 'account' });
  expect(entryAt(pageSchema, at('{ viewer { user|Id } }'))).toEqual({
    type: 'Viewer',
    field: 'userId',
  });
  expect(entryAt(pageSchema, at('query ($r: Stats|Range!) { a }'))).toEqual({
    type: 'StatsRange',
    field: null,
  });
  expect(hoverAt(pageSchema, at('{ not|hing }'))).toBe('');
});

test('prettifying puts each field on a line, and keeps comments and a # in a text', async () => {
  const text =
    '{ # first\naccount(id: "a") { name campaigns(q: "a # b") { nodes { name } } } # last\n}';
  const { formatted, cursorOffset } = await laidOut(text, text.indexOf('name'));
  expect(formatted).toBe(`{
  # first
  account(id: "a") {
    name
    campaigns(q: "a # b") {
      nodes {
        name
      }
    }
  } # last
}
`);
  expect(formatted.slice(cursorOffset, cursorOffset + 4)).toBe('name');
});

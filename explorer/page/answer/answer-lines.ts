import type { Text } from '@codemirror/state';

// The page writes answers itself: two spaces for each level, and each member on a line of its own.

const indentOf = (text: string): number => text.length - text.trimStart().length;

const closes = (text: string): boolean => /^\s*[\]}]/.test(text);

type LineEnds = ReadonlyMap<number, number>;

const known = new WeakMap<Text, LineEnds>();

const endsIn = (doc: Text): LineEnds => {
  const ends = new Map<number, number>();
  const open: number[] = [];
  let number = 0;
  for (const line of doc.iterLines()) {
    number += 1;
    if (closes(line)) {
      const begun = open.pop();
      if (begun !== undefined && number > begun + 1) ends.set(begun, number);
    }
    if (/[[{]$/.test(line)) open.push(number);
  }
  return ends;
};

/** The line that closes the object or list that a line begins; null if it begins none. */
export const lastLineOf = (doc: Text, number: number): number | null => {
  const ends = known.get(doc) ?? endsIn(doc);
  known.set(doc, ends);
  return ends.get(number) ?? null;
};

/** The path to a line from the root, as in `['data', 'accounts', 'nodes', 0, 'name']`. */
export const pathAt = (doc: Text, number: number): readonly (string | number)[] => {
  const path: (string | number)[] = [];
  let { text } = doc.line(number);
  let [indent, items] = [indentOf(text), 0];
  let step = nameIn(text);
  for (let at = number - 1; at > 0; at -= 1) {
    ({ text } = doc.line(at));
    const depth = indentOf(text);
    if (depth === indent && !closes(text)) items += 1;
    if (depth >= indent) continue;
    path.unshift(step ?? items);
    step = nameIn(text);
    [indent, items] = [depth, 0];
  }
  return path;
};

const nameIn = (text: string): string | null => {
  const name = /^\s*("(?:[^"\\]|\\.)*"): /.exec(text)?.[1];
  return name === undefined ? null : String(JSON.parse(name));
};

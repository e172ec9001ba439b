import type {
  DocumentNode,
  OperationDefinitionNode,
  OperationTypeNode,
  SelectionSetNode,
} from 'graphql';
import { Kind } from 'graphql';
import { neededArguments, type TextEdit } from './input-edits.ts';
import type { TreeStep } from './selection.ts';
import { firstBelow, nameOf, nodeAt, typeBehind } from './selection.ts';

/** The target of the tree's edits: the text, and the operation in it. */
export interface EditTarget {
  readonly text: string;
  readonly operation: OperationDefinitionNode | null;
  /** The kind of a new operation. */
  readonly root: OperationTypeNode;
}

/** Selects the last step of a path, with the steps before it that are not selected. */
export const selectEdit = (edited: EditTarget, path: readonly TreeStep[]): TextEdit => {
  const { text, operation, root } = edited;
  if (operation === null) {
    const before = text.trim() === '' ? '' : `${text.trimEnd()}\n\n`;
    const body = written(path, 1);
    return { from: 0, to: text.length, insert: `${before}${root} {\n${body}\n}\n` };
  }
  let depth = path.length;
  while (depth > 0 && nodeAt(operation, path.slice(0, depth)) === null) depth -= 1;
  const parent = nodeAt(operation, path.slice(0, depth)) ?? operation;
  const missing = path.slice(depth);
  const set = parent.selectionSet;
  const indent = indentOf(text, parent.loc?.start ?? 0);
  if (set?.loc === undefined) {
    const at = parent.loc?.end ?? text.length;
    const insert = ` {\n${written(missing, indent + 1)}\n${'  '.repeat(indent)}}`;
    return { from: at, to: at, insert };
  }
  return insideEdit(text, set, written(missing, indent + 1));
};

/** Puts lines before the end of a selection. */
const insideEdit = (text: string, { loc }: SelectionSetNode, lines: string): TextEdit => {
  const close = (loc?.end ?? 1) - 1;
  const before = text.slice(loc?.start ?? 0, close);
  const blank = before.length - before.trimEnd().length;
  const from = close - blank;
  if (!before.includes('\n')) {
    return { from, to: close, insert: ` ${lines.trim().replace(/\s+/g, ' ')} ` };
  }
  // If the end shares a line with the selection, it gets a line of its own.
  const closing = before.slice(before.length - blank).includes('\n')
    ? text.slice(from, close).replace(/^[^\n]*/, '')
    : `\n${'  '.repeat(indentOf(text, loc?.start ?? 0))}`;
  return { from, to: close, insert: `\n${lines}${closing}` };
};

/** The indentation of a position's line, in steps of two spaces. */
const indentOf = (text: string, position: number): number => {
  const line = text.slice(text.lastIndexOf('\n', position - 1) + 1, position);
  return Math.floor((/^\s*/.exec(line)?.[0].length ?? 0) / 2);
};

/** A path as text, with the required arguments and the first fields at its end. */
const written = (path: readonly TreeStep[], indent: number): string => {
  const [step, ...rest] = path;
  if (step === undefined) return '';
  const pad = '  '.repeat(indent);
  const type = typeBehind(step);
  const args = step.kind === 'field' ? neededArguments(step.field.args) : '';
  if (type === null) return `${pad}${nameOf(step)}${args}`;
  const below = rest.length > 0 ? [rest] : firstBelow(type).map((one) => [one]);
  const lines = below.map((one) => written(one, indent + 1));
  const inner = lines.length === 0 ? `${pad}  __typename` : lines.join('\n');
  return `${pad}${nameOf(step)}${args} {\n${inner}\n${pad}}`;
};

/**
 * Removes the last step of a path from the text, and all that would be left empty: a selection
 * cannot be empty, nor an operation.
 */
export const unselectEdit = (
  { text, operation }: EditTarget,
  path: readonly TreeStep[],
): TextEdit | null => {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const node = nodeAt(operation, path.slice(0, depth));
    const parent = nodeAt(operation, path.slice(0, depth - 1));
    if (node === null || parent === null) return null;
    if (holdsOnly(parent.selectionSet, node)) continue;
    const { loc } = around(parent.selectionSet, node);
    return removal(text, loc?.start, loc?.end);
  }
  return operation === null ? null : removal(text, operation.loc?.start, operation.loc?.end);
};

/** True if a selection would be empty without this node, which may be in a fragment of it. */
const holdsOnly = (set: SelectionSetNode | undefined, node: unknown): boolean =>
  (set?.selections ?? []).every(
    (one) =>
      one === node || (one.kind === Kind.INLINE_FRAGMENT && holdsOnly(one.selectionSet, node)),
  );

/** The node of a selection to remove; the fragment around it if that would be left empty. */
const around = (set: SelectionSetNode | undefined, node: NonNullable<ReturnType<typeof nodeAt>>) =>
  set?.selections.find(
    (one) => one.kind === Kind.INLINE_FRAGMENT && holdsOnly(one.selectionSet, node),
  ) ?? node;

/** Removes text, with its line if nothing else stands there. */
const removal = (text: string, start = 0, end = start): TextEdit => {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end);
  const isAlone =
    text.slice(lineStart, start).trim() === '' &&
    (lineEnd < 0 ? text.slice(end) : text.slice(end, lineEnd)).trim() === '';
  if (isAlone) return { from: lineStart, to: lineEnd < 0 ? text.length : lineEnd + 1, insert: '' };
  const blank = /^[ ,]*/.exec(text.slice(end))?.[0].length ?? 0;
  return { from: start, to: end + blank, insert: '' };
};

/** True if a text can be read as GraphQL, or has nothing but comments. */
export const isReadable = (document: DocumentNode | null, text: string): boolean =>
  document !== null || text.replace(/#.*$/gm, '').trim() === '';

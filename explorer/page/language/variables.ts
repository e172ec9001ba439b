import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import { type Diagnostic, linter } from '@codemirror/lint';
import { type EditorState, StateEffect, StateField } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { GraphQLInputType } from 'graphql';
import {
  coerceInputValue,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isScalarType,
} from 'graphql';
import { markdownDom } from '../docs/markdown-dom.ts';
import { isObject, type Values } from '../json.ts';
import { sentenceOf } from '../words.ts';
import type { DeclaredVariable } from './declared-variables.ts';

type SyntaxNode = ReturnType<typeof syntaxTree>['topNode'];

const setDeclared = StateEffect.define<readonly DeclaredVariable[]>();

const declared = StateField.define<readonly DeclaredVariable[]>({
  create: () => [],
  update: (current, { effects }) =>
    effects.reduce((all, effect) => (effect.is(setDeclared) ? effect.value : all), current),
});

/** Tells an editor of variables which ones the operation declares. */
export const updateDeclared = (view: EditorView, all: readonly DeclaredVariable[]): void =>
  view.dispatch({ effects: setDeclared.of(all) });

/** Completion and mistakes of an editor of variables. */
export const variablesSupport = (all: readonly DeclaredVariable[]) => [
  declared.init(() => all),
  variableMistakes,
];

const textOf = (state: EditorState, { from, to }: SyntaxNode): string => state.sliceDoc(from, to);

const nameOf = (state: EditorState, property: SyntaxNode): string =>
  textOf(state, property.firstChild ?? property).replace(/^"|"$/g, '');

/** The path from the root of the JSON to a node: names of properties, and 0 for items of lists. */
const pathTo = (state: EditorState, node: SyntaxNode): readonly (string | number)[] => {
  const { parent } = node;
  if (parent === null) return [];
  if (parent.name === 'Property') return [...pathTo(state, parent), nameOf(state, parent)];
  if (parent.name !== 'Array') return pathTo(state, parent);
  return [...pathTo(state, parent), 0];
};

interface NamedInput {
  readonly name: string;
  readonly type: GraphQLInputType;
  readonly description?: string | null | undefined;
}

/** The members that a value at a path can have; empty if it is no object. */
const membersAt = (
  all: readonly DeclaredVariable[],
  path: readonly (string | number)[],
): readonly NamedInput[] => {
  if (path.length === 0) return all;
  const type = typeAt(all, path);
  const inner = type === null ? null : getNullableType(type);
  return isInputObjectType(inner) ? Object.values(inner.getFields()) : [];
};

const typeAt = (
  all: readonly DeclaredVariable[],
  path: readonly (string | number)[],
): GraphQLInputType | null => {
  const step = path.at(-1);
  if (step === undefined) return null;
  if (typeof step === 'string') {
    const members = membersAt(all, path.slice(0, -1));
    return members.find(({ name }) => name === step)?.type ?? null;
  }
  const list = typeAt(all, path.slice(0, -1));
  const inner = list === null ? null : getNullableType(list);
  return isListType(inner) ? (inner.ofType as GraphQLInputType) : null;
};

/** Completes variables: their names, the fields of inputs, and values of enumerations. */
export const completeVariables = (context: CompletionContext): CompletionResult | null => {
  const { state, pos, explicit } = context;
  const before = context.matchBefore(/"?\w*/);
  const from = before?.from ?? pos;
  const opens = /[{[,:]\s*$/.test(state.sliceDoc(Math.max(0, from - 40), from));
  if (from === pos && !explicit && !opens) return null;
  const node = syntaxTree(state).resolveInner(from, -1);
  const isValue = /:\s*$|\[\s*$/.test(state.sliceDoc(Math.max(0, from - 40), from));
  const all = state.field(declared);
  const options = isValue
    ? valuesOf(typeAt(all, pathOfValue(state, node)))
    : membersAt(all, pathOfObject(state, node)).map(memberOption);
  // The quote behind the cursor was closed automatically.
  const to = state.sliceDoc(pos, pos + 1) === '"' ? pos + 1 : pos;
  return options.length === 0 ? null : { from, to, options, filter: true, validFor: /^"?\w*"?$/ };
};

const pathOfValue = (state: EditorState, node: SyntaxNode) => {
  const property = node.name === 'Property' ? node : node.parent;
  if (node.name === '[' || node.name === 'Array') {
    const list = node.name === 'Array' ? node : node.parent;
    return list === null ? [] : [...pathTo(state, list), 0];
  }
  return property?.name === 'Property' ? [...pathTo(state, property), nameOf(state, property)] : [];
};

const pathOfObject = (state: EditorState, node: SyntaxNode) => {
  for (let at: SyntaxNode | null = node; at !== null; at = at.parent) {
    if (at.name === 'Object') return pathTo(state, at);
  }
  return [];
};

const memberOption = ({ name, type, description }: NamedInput): Completion => ({
  label: `"${name}"`,
  apply: `"${name}": `,
  detail: String(type),
  ...(description && { info: () => markdownDom(description) }),
});

const valuesOf = (type: GraphQLInputType | null): readonly Completion[] => {
  const inner = type === null ? null : getNullableType(type);
  if (isEnumType(inner)) {
    return inner.getValues().map(({ name, description }) => ({
      label: `"${name}"`,
      ...(description && { info: () => markdownDom(description) }),
    }));
  }
  return isScalarType(inner) && inner.name === 'Boolean'
    ? [{ label: 'true' }, { label: 'false' }]
    : [];
};

/** The node of a value in JSON; the nearest one above if a part of the path is missing. */
const nodeAt = (state: EditorState, path: readonly (string | number)[]): SyntaxNode => {
  let node = syntaxTree(state).topNode.firstChild ?? syntaxTree(state).topNode;
  for (const step of path) {
    const children = childrenOf(node);
    const next =
      typeof step === 'number'
        ? children.filter(({ name }) => !/[[\],]/.test(name))[step]
        : children.find((one) => one.name === 'Property' && nameOf(state, one) === step)?.lastChild;
    if (next == null) break;
    node = next;
  }
  return node;
};

/** The start of the value at a path; of the nearest one above if a part of it is missing. */
export const valuePosition = (state: EditorState, path: readonly (string | number)[]): number =>
  nodeAt(state, path).from;

const childrenOf = (node: SyntaxNode): readonly SyntaxNode[] => {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
};

const variableMistakes = linter(
  ({ state }): readonly Diagnostic[] => {
    const text = state.doc.toString();
    const values = valuesIn(text);
    if (values === null) return [];
    const all = state.field(declared);
    const found: Diagnostic[] = [];
    const add = (path: readonly (string | number)[], message: string): void => {
      const { from, to } = nodeAt(state, path);
      found.push({ from, to, severity: 'error', message: sentenceOf(message) });
    };
    for (const name of Object.keys(values)) {
      if (all.length > 0 && !all.some((one) => one.name === name))
        add([name], `The operation declares no variable $${name}.`);
    }
    for (const { name, type, isNeeded } of all) {
      const value = values[name];
      if (value === undefined) {
        if (isNeeded) add([], `$${name} of type ${type} is needed.`);
      } else
        coerceInputValue(value, type, (path, _value, { message }) => add([name, ...path], message));
    }
    return found;
  },
  {
    needsRefresh: ({ startState, state }) => startState.field(declared) !== state.field(declared),
  },
);

const valuesIn = (text: string): Values | null => {
  try {
    const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
};

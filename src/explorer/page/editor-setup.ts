import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { linter, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { EditorState, StateEffect, StateField } from '@codemirror/state';
import type { DecorationSet } from '@codemirror/view';
import {
  Decoration,
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { graphql } from 'cm6-graphql';
import type { GraphQLSchema } from 'graphql';
import { styleNonce } from './facts.ts';

interface Range {
  readonly from: number;
  readonly to: number;
}

const markRanges = StateEffect.define<readonly Range[]>();
const marked = Decoration.mark({ class: 'marked-field' });

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (set, { changes, effects, newDoc }) =>
    effects.reduce((current, effect) => {
      if (!effect.is(markRanges)) return current;
      const inside = effect.value.filter(({ from, to }) => from < to && to <= newDoc.length);
      return Decoration.set(
        inside.map(({ from, to }) => marked.range(from, to)),
        true,
      );
    }, set.map(changes)),
  provide: (field) => EditorView.decorations.from(field),
});

/** Marks these parts of the text, and no others. */
export const mark = (view: EditorView, ranges: readonly Range[]): void =>
  view.dispatch({ effects: markRanges.of(ranges) });

/** Puts the cursor at a position, and shows it. */
export const placeCursor = (view: EditorView, position: number): void =>
  view.dispatch({ selection: { anchor: position }, scrollIntoView: true });

interface Listeners {
  readonly onChange: (text: string) => void;
  readonly onCursor: (position: number) => void;
  readonly onRun: () => void;
}

const shared = (label: string): Extension => [
  EditorView.cspNonce.of(styleNonce),
  EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
  lineNumbers(),
  codeFolding(),
  foldGutter({ openText: '▾', closedText: '▸' }),
  drawSelection(),
  bracketMatching(),
  search({ top: true }),
  syntaxHighlighting(classHighlighter),
];

const handled = (act: () => void) => (): boolean => {
  act();
  return true;
};

const writing = ({ onChange, onCursor, onRun }: Listeners): Extension => [
  keymap.of([{ key: 'Mod-Enter', run: handled(onRun) }]),
  history(),
  closeBrackets(),
  indentOnInput(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  autocompletion(),
  // Tab moves to the next control, as elsewhere on the page.
  keymap.of([
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...lintKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...defaultKeymap,
  ]),
  EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
    if (docChanged) onChange(state.doc.toString());
    if (docChanged || selectionSet) onCursor(state.selection.main.head);
  }),
];

const jsonMistakes = jsonParseLinter();

export const operationEditor = (
  listeners: Listeners,
  schema: GraphQLSchema | null,
  showInDocs: (type: string, field: string | null) => void,
): Extension => [
  shared('Operation'),
  writing(listeners),
  graphql(schema ?? undefined, {
    onShowInDocs: (field, type, parentType) => {
      const name = parentType ?? type;
      if (name !== undefined) showInDocs(name, field ?? null);
    },
  }),
  marks,
];

/** An editor of a JSON object or of nothing. */
export const jsonEditor = (label: string, listeners: Listeners): Extension => [
  shared(label),
  writing(listeners),
  json(),
  linter((view) => (view.state.doc.toString().trim() === '' ? [] : jsonMistakes(view))),
];

/** JSON that cannot be edited. */
export const jsonReader = (label: string): Extension => [
  shared(label),
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  EditorView.contentAttributes.of({
    role: 'textbox',
    'aria-readonly': 'true',
    'aria-multiline': 'true',
  }),
  keymap.of([...searchKeymap, ...foldKeymap, ...defaultKeymap]),
  json(),
];

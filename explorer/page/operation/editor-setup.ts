import type { CompletionSource } from '@codemirror/autocomplete';
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
import { EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import type { DecorationSet } from '@codemirror/view';
import {
  Decoration,
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import type { GraphQLSchema } from 'graphql';
import type { DocsEntry } from '../docs/docs-search.ts';
import { styleNonce } from '../facts.ts';
import { completeGraphql, opensNext } from '../language/completion.ts';
import type { DeclaredVariable } from '../language/declared-variables.ts';
import {
  entryIn,
  graphqlHover,
  graphqlMistakes,
  graphqlSupport,
} from '../language/graphql-language.ts';
import { completeVariables, variablesSupport } from '../language/variables.ts';
import { completeHeaders } from './complete-headers.ts';
import { searchPanel } from './search-panel.tsx';

interface TextRange {
  readonly from: number;
  readonly to: number;
}

const markRanges = StateEffect.define<readonly TextRange[]>();
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
export const mark = (view: EditorView, ranges: readonly TextRange[]): void =>
  view.dispatch({ effects: markRanges.of(ranges) });

/** Puts the cursor at a position, and shows it. */
export const moveCursor = (view: EditorView, position: number): void =>
  view.dispatch({ selection: { anchor: position }, scrollIntoView: true });

/** The page's responses to changes in an editor. */
export interface Listeners {
  readonly onChange: (text: string) => void;
  readonly onCursor: (position: number) => void;
}

const shared = (label: string): Extension => [
  EditorView.cspNonce.of(styleNonce),
  EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
  lineNumbers(),
  codeFolding(),
  foldGutter({ openText: '▾', closedText: '▸' }),
  drawSelection(),
  bracketMatching(),
  search({ createPanel: searchPanel }),
  syntaxHighlighting(classHighlighter),
];

const writing = ({ onChange, onCursor }: Listeners, source: CompletionSource): Extension => [
  // The page runs the operation.
  keymap.of([{ key: 'Mod-Enter', run: () => true }]),
  history(),
  closeBrackets(),
  indentOnInput(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  autocompletion({ override: [source], activateOnCompletion: opensNext }),
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

/** Ctrl or ⌘ and a click on a name, or Alt and Enter behind it, shows it in the docs. */
const docsAt = (showInDocs: (entry: DocsEntry) => void): Extension => {
  const show = async (view: EditorView, position: number): Promise<void> => {
    const entry = await entryIn(view, position);
    if (entry !== null) showInDocs(entry);
  };
  return [
    EditorView.domEventHandlers({
      click: ({ ctrlKey, metaKey, clientX, clientY }, view) => {
        const position = view.posAtCoords({ x: clientX, y: clientY });
        if ((ctrlKey || metaKey) && position !== null) void show(view, position);
      },
    }),
    keymap.of([
      {
        key: 'Alt-Enter',
        run: (view) => {
          void show(view, view.state.selection.main.head);
          return true;
        },
      },
    ]),
  ];
};

export const operationEditor = (
  listeners: Listeners,
  schema: GraphQLSchema | null,
  showInDocs: (entry: DocsEntry) => void,
): Extension => [
  shared('Operation'),
  EditorView.lineWrapping,
  placeholder('Type {, pick fields under Fields, or open an example.'),
  writing(listeners, completeGraphql),
  graphqlSupport(schema),
  graphqlMistakes,
  graphqlHover,
  docsAt(showInDocs),
  marks,
];

/** An editor of a JSON object or of nothing. */
const jsonEditor = (label: string, listeners: Listeners, source: CompletionSource) => [
  shared(label),
  writing(listeners, source),
  json(),
  linter((view) => (view.state.doc.toString().trim() === '' ? [] : jsonMistakes(view))),
];

export const headersEditor = (listeners: Listeners): Extension => [
  jsonEditor('Headers', listeners, completeHeaders),
  placeholder('{ "x-api-key": "…" }'),
];

/** An editor of the variables that an operation declares. */
export const variablesEditor = (
  listeners: Listeners,
  declared: readonly DeclaredVariable[],
): Extension => [jsonEditor('Variables', listeners, completeVariables), variablesSupport(declared)];

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

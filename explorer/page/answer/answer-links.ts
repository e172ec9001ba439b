import { foldService } from '@codemirror/language';
import { RegExpCursor } from '@codemirror/search';
import type { EditorState } from '@codemirror/state';
import type { Command, DecorationSet, ViewUpdate } from '@codemirror/view';
import { Decoration, EditorView, keymap, MatchDecorator, ViewPlugin } from '@codemirror/view';
import { editorSchema } from '../language/editor-schema.ts';
import { typeOfId } from '../language/node-query.ts';
import { lastLineOf, pathAt } from './answer-lines.ts';

/** The page's responses to clicks in an answer. */
export interface LinkListeners {
  /** A global id, such as `Campaign:18ce54bik3s:cik3s001`. */
  readonly onId: (id: string) => void;
  /** The `endCursor` of a list, such as `account.campaigns`. */
  readonly onCursor: (field: string, cursor: string) => void;
}

interface LatestListeners {
  readonly current: LinkListeners;
}

/** Global ids, and cursors that more rows follow. */
const source = '(?<="endCursor": ")[^"\\\\]+(?=")|(?<=")[A-Z]\\w*(?::[\\w-]+){1,2}(?=")';

interface AnswerLink {
  readonly text: string;
  /** The list that a cursor continues; null for an id. */
  readonly list: string | null;
}

const linkAt = (state: EditorState, from: number, text: string): AnswerLink | null => {
  const line = state.doc.lineAt(from);
  if (!/^\s*"endCursor": "/.test(line.text)) {
    const schema = state.field(editorSchema);
    return schema !== null && typeOfId(schema, text) !== null ? { text, list: null } : null;
  }
  const path = pathAt(state.doc, line.number).slice(1, -2);
  // One argument continues one list, so lists within lists have no next page.
  const isOne = path.every((step) => typeof step === 'string');
  return isOne && hasNextPage(state, line.number) ? { text, list: path.join('.') } : null;
};

/** False if a line beside says that there is no next page. */
const hasNextPage = ({ doc }: EditorState, number: number): boolean =>
  [-3, -2, -1, 1, 2, 3]
    .map((step) => number + step)
    .filter((at) => at > 0 && at <= doc.lines)
    .every((at) => !doc.line(at).text.includes('"hasNextPage": false'));

const decorator = new MatchDecorator({
  regexp: new RegExp(source, 'g'),
  decorate: (add, from, to, [text], { state }) => {
    const link = linkAt(state, from, text);
    if (link === null) return;
    const title = link.list === null ? 'Open this id' : 'Next page';
    add(from, to, Decoration.mark({ class: 'answer-link', attributes: { title } }));
  },
});

const marks = ViewPlugin.define(
  (view) => ({
    links: decorator.createDeco(view),
    update(update: ViewUpdate): void {
      const { startState, state } = update;
      this.links =
        startState.field(editorSchema) === state.field(editorSchema)
          ? decorator.updateDeco(update, this.links)
          : decorator.createDeco(update.view);
    },
  }),
  { decorations: ({ links }): DecorationSet => links },
);

/** All links in the text between two positions. */
export const linksIn = function* (state: EditorState, from: number, to: number) {
  for (const { from: at, to: end } of new RegExpCursor(state.doc, source, {}, from, to)) {
    const link = linkAt(state, at, state.sliceDoc(at, end));
    if (link !== null) yield { ...link, from: at, to: end };
  }
};

const followAt = (state: EditorState, position: number, { current }: LatestListeners): boolean => {
  const line = state.doc.lineAt(position);
  for (const { text, list, from, to } of linksIn(state, line.from, line.to)) {
    if (position < from || position > to) continue;
    if (list === null) current.onId(text);
    else current.onCursor(list, text);
    return true;
  }
  return false;
};

const select = (view: EditorView, range: { readonly from: number } | undefined): boolean => {
  if (range === undefined) return false;
  view.dispatch({ selection: { anchor: range.from }, scrollIntoView: true });
  return true;
};

const toNext: Command = (view) => {
  const { head } = view.state.selection.main;
  const [next] = linksIn(view.state, head + 1, view.state.doc.length);
  return select(view, next);
};

const toPrevious: Command = (view) => {
  const { head } = view.state.selection.main;
  return select(view, [...linksIn(view.state, 0, head)].at(-1));
};

/**
 * Ids and cursors of an answer that a click follows, or Enter where the cursor stands; Alt and an
 * arrow go from one to the next.
 */
export const answerLinks = (listeners: LatestListeners) => [
  editorSchema,
  marks,
  keymap.of([
    {
      key: 'Enter',
      run: ({ state }) => followAt(state, state.selection.main.head, listeners),
    },
    { key: 'Alt-ArrowDown', run: toNext },
    { key: 'Alt-ArrowUp', run: toPrevious },
  ]),
  EditorView.domEventHandlers({
    click: ({ target }, view) => {
      const isLink = target instanceof Element && target.closest('.answer-link') !== null;
      if (!isLink || !view.state.selection.main.empty) return false;
      return followAt(view.state, view.posAtDOM(target), listeners);
    },
  }),
];

/** Folds of an answer: each object and list that has something in it, however long the answer. */
export const answerFolds = foldService.of(({ doc }, from) => {
  const line = doc.lineAt(from);
  const last = lastLineOf(doc, line.number);
  if (last === null) return null;
  const end = doc.line(last);
  return { from: line.to, to: end.from + (/^\s*/.exec(end.text)?.[0].length ?? 0) };
});

import type { EditorView } from '@codemirror/view';
import { documentOf } from '../language/spots.ts';

/**
 * Formats the operation of an editor, with its comments. False if the text is not GraphQL, or was
 * changed meanwhile. Rejects if the script for it cannot be loaded.
 */
export const prettify = async (view: EditorView): Promise<boolean> => {
  const text = view.state.doc.toString();
  if (documentOf(text) === null) return false;
  const { laidOut } = await import('../language/layout.ts');
  const { formatted, cursorOffset } = await laidOut(text, view.state.selection.main.head);
  if (view.state.doc.toString() !== text) return false;
  view.dispatch({
    changes: { from: 0, to: text.length, insert: formatted },
    selection: { anchor: Math.min(cursorOffset, formatted.length) },
    scrollIntoView: true,
    userEvent: 'input.prettify',
  });
  return true;
};

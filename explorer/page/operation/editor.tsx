import type { EditorState, Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

interface EditorProps {
  /** The id of its text. An editor with the same id has the same selection and history. */
  readonly id: string;
  /** The first text of an editor; if it is read-only, the current one. */
  readonly text: string;
  /** Called once for each id. */
  readonly extensions: () => Extension;
  readonly onView?: (view: EditorView) => void;
  /** Called when that view is destroyed. */
  readonly onGone?: () => void;
}

/** The state kept of a hidden editor: its text, selection, folds and scrolling. */
interface KeptEditor {
  readonly state: EditorState;
  readonly scroll: ReturnType<EditorView['scrollSnapshot']>;
}

const kept = new Map<string, KeptEditor>();
/** The editors that are shown, by their ids. */
const shown = new Map<string, EditorView>();

/** Puts another text into an editor, if it is shown. */
export const replaceText = (id: string, text: string): void => {
  const view = shown.get(id);
  view?.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
};

export const Editor = ({ id, text, extensions, onView, onGone }: EditorProps) => {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  useLayoutEffect(() => {
    if (host.current === null) return;
    const known = kept.get(id);
    const isSame = known?.state.doc.toString() === text;
    const made = new EditorView(
      isSame
        ? { state: known.state, scrollTo: known.scroll, parent: host.current }
        : { doc: text, extensions: extensions(), parent: host.current },
    );
    view.current = made;
    shown.set(id, made);
    onView?.(made);
    return () => {
      kept.set(id, { state: made.state, scroll: made.scrollSnapshot() });
      if (shown.get(id) === made) shown.delete(id);
      made.destroy();
      view.current = null;
      onGone?.();
    };
  }, [id]);
  useEffect(() => {
    const { current } = view;
    // Typed text comes back late, after more has been typed, so only read-only editors follow it.
    if (current === null || !current.state.readOnly || current.state.doc.toString() === text)
      return;
    replaceText(id, text);
  }, [text]);
  return <div class="editor" ref={host} />;
};

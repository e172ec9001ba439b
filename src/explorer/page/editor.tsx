import type { Extension } from '@codemirror/state';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

interface EditorProps {
  /** Whose text it is. What was undone and selected there is found again. */
  readonly id: string;
  /** What an editor begins with, and what a reader shows. */
  readonly text: string;
  /** Made once for each identity. */
  readonly extensions: () => Extension;
  readonly onView?: (view: EditorView) => void;
}

const kept = new Map<string, EditorState>();

/** An editor, or what is only read in one. */
export const Editor = ({ id, text, extensions, onView }: EditorProps) => {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  useLayoutEffect(() => {
    if (host.current === null) return;
    const known = kept.get(id);
    const state =
      known?.doc.toString() === text
        ? known
        : EditorState.create({ doc: text, extensions: extensions() });
    const made = new EditorView({ state, parent: host.current });
    view.current = made;
    onView?.(made);
    return () => {
      kept.set(id, made.state);
      made.destroy();
      view.current = null;
    };
  }, [id]);
  useEffect(() => {
    const { current } = view;
    // What is typed comes back as text when more may have been typed already, so that nothing but a reader follows it.
    if (current === null || !current.state.readOnly || current.state.doc.toString() === text)
      return;
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: text } });
  }, [text]);
  return <div class="editor" ref={host} />;
};

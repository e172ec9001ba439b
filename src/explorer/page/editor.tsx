import type { Extension } from '@codemirror/state';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

interface EditorProps {
  /** Whose text it is. An editor with the same id again has the same selection and history. */
  readonly id: string;
  /** The first text of an editor; where it is read-only, the current one. */
  readonly text: string;
  /** Called once for each id. */
  readonly extensions: () => Extension;
  readonly onView?: (view: EditorView) => void;
}

const kept = new Map<string, EditorState>();

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
    // Text that was typed comes back late, when more has been typed. So only read-only editors follow it.
    if (current === null || !current.state.readOnly || current.state.doc.toString() === text)
      return;
    current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: text } });
  }, [text]);
  return <div class="editor" ref={host} />;
};

import type { EditorView } from '@codemirror/view';
import { useRef, useState } from 'preact/hooks';

/** The variables in their editor, which may be closed. */
export const useVariables = (onChange: (text: string) => void) => {
  const view = useRef<EditorView | null>(null);
  const [wanted, setWanted] = useState<readonly (string | number)[] | null>(null);
  return {
    view,
    /** The value that the editor is to show; null for none. */
    wanted,
    /** Shows the value at a path, as in `['input', 'name']`. */
    show: (path: readonly (string | number)[]): void => setWanted(path),
    hasShown: (): void => setWanted(null),
    /** Replaces the variables, also in their editor. */
    write: (text: string): void => {
      const { current } = view;
      if (current === null) onChange(text);
      else {
        const { length } = current.state.doc;
        current.dispatch({ changes: { from: 0, to: length, insert: text }, userEvent: 'input' });
      }
    },
  };
};

export type VariablesEditor = ReturnType<typeof useVariables>;

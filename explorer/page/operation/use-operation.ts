import type { EditorView } from '@codemirror/view';
import type { GraphQLSchema } from 'graphql';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { TextEdit } from '../builder/input-edits.ts';
import { fieldsOf, type TracedCall } from '../gateway/answer-body.ts';
import { documentOf, fieldsAt, fieldsWithCalls, operationAt, spotsOf } from '../language/spots.ts';
import type { Tab } from '../work/work.ts';
import { mark, moveCursor } from './editor-setup.ts';

interface OperationOptions {
  readonly schema: GraphQLSchema | null;
  /** The calls of the last run. */
  readonly calls: readonly TracedCall[];
  /** Called before the editor takes the focus. */
  readonly onFocus: () => void;
}

/** The operation in its editor: where the cursor is, which fields it has, and what changes it. */
export const useOperation = (tab: Tab, { schema, calls, onFocus }: OperationOptions) => {
  // Each tab has a cursor of its own, as its editor has.
  const [cursors, setCursors] = useState<Readonly<Record<string, number>>>({});
  const cursor = cursors[tab.id] ?? 0;
  const view = useRef<EditorView | null>(null);
  const spots = useMemo(() => {
    const document = documentOf(tab.query);
    return spotsOf(document, operationAt(document, cursor), schema);
  }, [tab.query, schema, cursor]);
  const pointed = useMemo(() => {
    const callers = calls.flatMap(fieldsOf);
    return fieldsWithCalls(fieldsAt(spots, cursor), callers);
  }, [spots, cursor, calls]);
  return {
    ...{ cursor, view, spots, pointed },
    moveTo: (position: number): void => setCursors((all) => ({ ...all, [tab.id]: position })),
    edit: (changes: TextEdit): void => view.current?.dispatch({ changes, userEvent: 'input' }),
    markFields: (fields: readonly string[]): void => {
      if (view.current === null) return;
      mark(
        view.current,
        spots.filter(({ field }) => fields.includes(field)),
      );
    },
    goTo: (field: string): void => {
      const spot = spots.find((one) => one.field === field);
      if (spot === undefined || view.current === null) return;
      onFocus();
      moveCursor(view.current, spot.from);
      view.current.focus();
    },
  };
};

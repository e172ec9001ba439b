import type { EditorView } from '@codemirror/view';
import type { GraphQLSchema } from 'graphql';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { TracedCall } from '../../../client/extensions.ts';
import type { TextEdit } from '../builder/input-edits.ts';
import { fieldsOf } from '../gateway/answer-body.ts';
import { placeOfArgument } from '../language/argument-place.ts';
import { documentOf, fieldsAt, fieldsWithCalls, operationAt, spotsOf } from '../language/spots.ts';
import type { Draft, Tab } from '../work/work.ts';
import { mark, moveCursor } from './editor-setup.ts';
import { nextPage } from './next-page.ts';
import { useVariables } from './use-variables.ts';

interface OperationOptions {
  readonly schema: GraphQLSchema | null;
  /** The calls of the last run. */
  readonly calls: readonly TracedCall[];
  /** Called before the editor takes the focus. */
  readonly onFocus: () => void;
  readonly onChange: (draft: Draft) => void;
}

/** The operation in its editor: the cursor, the fields, and the edits. */
export const useOperation = (tab: Tab, { schema, calls, onFocus, onChange }: OperationOptions) => {
  // Each tab has a cursor of its own, as its editor has.
  const [cursors, setCursors] = useState<Readonly<Record<string, number>>>({});
  const cursor = cursors[tab.id] ?? 0;
  const view = useRef<EditorView | null>(null);
  const variables = useVariables((text) => onChange({ variables: text }));
  const spots = useMemo(() => {
    const document = documentOf(tab.query);
    return spotsOf(document, operationAt(document, cursor), schema);
  }, [tab.query, schema, cursor]);
  const spotOf = (field: string) => spots.find((one) => one.field === field);
  const pointed = useMemo(() => {
    const callers = calls.flatMap(fieldsOf);
    return fieldsWithCalls(fieldsAt(spots, cursor), callers);
  }, [spots, cursor, calls]);
  const goToPosition = (position: number): void => {
    const { current } = view;
    if (current === null) return;
    onFocus();
    moveCursor(current, Math.min(position, current.state.doc.length));
    current.focus();
  };
  const edit = (changes: TextEdit): void => view.current?.dispatch({ changes, userEvent: 'input' });
  return {
    ...{ cursor, view, variables, spots, pointed, edit, goToPosition },
    moveTo: (position: number): void => setCursors((all) => ({ ...all, [tab.id]: position })),
    markFields: (fields: readonly string[]): void => {
      if (view.current === null) return;
      mark(
        view.current,
        spots.filter(({ field }) => fields.includes(field)),
      );
    },
    goTo: (field: string): void => {
      const spot = spotOf(field);
      if (spot !== undefined) goToPosition(spot.from);
    },
    /** Goes to the place of a value, such as `input.operations[3].name` of a mutation. */
    goToArgument: (field: string, argument: string): void => {
      const spot = spotOf(field);
      if (spot === undefined) return;
      const place = placeOfArgument(spot, argument);
      if ('position' in place) {
        goToPosition(place.position);
        return;
      }
      onFocus();
      variables.show(place.variablePath);
    },
    /** Writes a cursor into the argument of a field's list, and returns the changed operation. */
    continueList: async (field: string, after: string): Promise<Draft | null> => {
      const spot = spotOf(field);
      if (spot === undefined) return null;
      const next = await nextPage(spot, tab, after);
      if (next.edit !== null) {
        edit(next.edit);
        const { from, to, insert } = next.edit;
        return { ...tab, query: tab.query.slice(0, from) + insert + tab.query.slice(to) };
      }
      variables.write(next.variables);
      return { ...tab, variables: next.variables };
    },
  };
};

import type { EditorView } from '@codemirror/view';
import type { GraphQLSchema } from 'graphql';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { useCopy } from '../copy/use-copy.ts';
import type { DocsEntry } from '../docs/docs-search.ts';
import { updateSchema } from '../language/editor-schema.ts';
import { documentOf, type FieldSpot, operationAt } from '../language/spots.ts';
import type { PageRun } from '../run/run.ts';
import type { Draft, Tab } from '../work/work.ts';
import { Editor } from './editor.tsx';
import { moveCursor, operationEditor } from './editor-setup.ts';
import { Estimate } from './estimate.tsx';
import { Inputs } from './inputs.tsx';
import { prettify } from './prettify.ts';
import { Toolbar } from './toolbar.tsx';
import type { VariablesEditor } from './use-variables.ts';
import type { KnownBudgets } from './windows.ts';

interface OperationPaneProps {
  readonly tab: Tab;
  readonly run: PageRun | null;
  readonly schema: GraphQLSchema | null;
  readonly spots: readonly FieldSpot[];
  readonly cursor: number;
  readonly windows: KnownBudgets;
  /** The calls of the last run of this text with these variables; null if none is known. */
  readonly lastCalls: number | null;
  readonly variables: VariablesEditor;
  readonly keepsHeaders: boolean;
  readonly setKeepsHeaders: (keeps: boolean) => void;
  readonly onChange: (draft: Draft) => void;
  readonly onCursor: (position: number) => void;
  /** True if mutations show their effect before they are sent. */
  readonly isDryFirst: boolean;
  readonly setDryFirst: (isDryFirst: boolean) => void;
  /** True if the key of the request is for queries only. */
  readonly isReadOnly: boolean;
  readonly copying: ReturnType<typeof useCopy>;
  readonly onRun: () => void;
  readonly onView: (view: EditorView) => void;
  readonly onDocs: (entry: DocsEntry) => void;
  readonly onGoTo: (field: string) => void;
}

/** The operation, its estimated cost, its variables and its headers. */
export const OperationPane = (props: OperationPaneProps) => {
  const { tab, run, schema, onView } = props;
  // Editors outlive a rendering, so they call the latest properties.
  const now = useRef(props);
  now.current = props;
  const view = useRef<EditorView | null>(null);
  useEffect(() => {
    if (view.current !== null) updateSchema(view.current, schema);
  }, [schema, tab.id]);
  const operation = useMemo(
    () => operationAt(documentOf(tab.query), props.cursor),
    [tab.query, props.cursor],
  );
  const listenersFor = (pane: 'query' | 'variables' | 'headers') => ({
    onChange: (text: string) => now.current.onChange({ [pane]: text }),
    onCursor: (position: number) => pane === 'query' && now.current.onCursor(position),
  });
  const operationOf = () =>
    operationEditor(listenersFor('query'), schema, (entry) => now.current.onDocs(entry));
  return (
    <section class="pane operation" aria-label="Operation">
      <Toolbar
        {...props}
        onPrettify={() => (view.current === null ? Promise.resolve(false) : prettify(view.current))}
        onOperation={(start) => view.current !== null && moveCursor(view.current, start)}
      />
      <Estimate
        key={tab.id}
        tab={tab}
        spots={props.spots}
        windows={props.windows}
        lastCalls={props.lastCalls}
        cursor={props.cursor}
        onGoTo={props.onGoTo}
      />
      <Editor
        key={tab.id}
        id={`${tab.id} query`}
        text={tab.query}
        extensions={operationOf}
        onView={(made) => {
          view.current = made;
          onView(made);
        }}
      />
      <Inputs {...props} operation={operation} listenersFor={listenersFor} />
      {run?.state === 'running' && (
        <p class="visually-hidden" role="status">
          Running
        </p>
      )}
    </section>
  );
};

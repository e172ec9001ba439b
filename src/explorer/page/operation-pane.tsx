import { indentSelection, selectAll } from '@codemirror/commands';
import type { EditorView } from '@codemirror/view';
import { updateSchema } from 'cm6-graphql';
import type { GraphQLSchema } from 'graphql';
import { print } from 'graphql';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Editor } from './editor.tsx';
import { jsonEditor, operationEditor, placeCursor } from './editor-setup.ts';
import { Estimate } from './estimate.tsx';
import type { Place } from './places.ts';
import { documentOf } from './places.ts';
import type { Run } from './run.ts';
import { Toolbar } from './toolbar.tsx';
import type { Windows } from './windows.ts';
import type { Draft, Tab } from './work.ts';

interface OperationPaneProps {
  readonly tab: Tab;
  readonly run: Run | null;
  readonly schema: GraphQLSchema | null;
  readonly places: readonly Place[];
  readonly cursor: number;
  readonly windows: Windows;
  readonly keepsHeaders: boolean;
  readonly onKeepHeaders: (keeps: boolean) => void;
  readonly onChange: (draft: Draft) => void;
  readonly onCursor: (position: number) => void;
  readonly onRun: () => void;
  readonly onView: (view: EditorView) => void;
  readonly onDocs: (type: string, field: string | null) => void;
  readonly onGoTo: (field: string) => void;
}

/** The operation, what it would cost, its variables and its headers. */
export const OperationPane = (props: OperationPaneProps) => {
  const { tab, run, schema, onView } = props;
  // Editors outlive a rendering, so they call the latest properties.
  const now = useRef(props);
  now.current = props;
  const view = useRef<EditorView | null>(null);
  useEffect(() => {
    if (view.current !== null) updateSchema(view.current, schema ?? undefined);
  }, [schema, tab.id]);
  const listenersFor = (part: 'query' | 'variables' | 'headers') => ({
    onChange: (text: string) => now.current.onChange({ [part]: text }),
    onCursor: (position: number) => part === 'query' && now.current.onCursor(position),
    onRun: () => now.current.onRun(),
  });
  const operationOf = () =>
    operationEditor(listenersFor('query'), schema, (type, field) =>
      now.current.onDocs(type, field),
    );
  return (
    <section class="pane operation" aria-label="Operation">
      <Toolbar
        {...props}
        onPrettify={() => view.current !== null && prettify(view.current)}
        onOperation={(start) => view.current !== null && placeCursor(view.current, start)}
      />
      <Estimate
        key={tab.id}
        tab={tab}
        places={props.places}
        windows={props.windows}
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
      <Inputs {...props} editorFor={(part, label) => jsonEditor(label, listenersFor(part))} />
      {run?.state === 'running' && (
        <p class="visually-hidden" role="status">
          Running
        </p>
      )}
    </section>
  );
};

// Printing a document would drop its comments, so one with comments is only indented.
const prettify = (view: EditorView): void => {
  const text = view.state.doc.toString();
  const document = documentOf(text);
  if (document === null || text.includes('#')) {
    view.focus();
    selectAll(view);
    indentSelection(view);
    view.dispatch({ selection: { anchor: 0 } });
    return;
  }
  view.dispatch({ changes: { from: 0, to: text.length, insert: print(document) } });
};

const parts = [
  ['variables', 'Variables'],
  ['headers', 'Headers'],
] as const;

type Part = (typeof parts)[number][0];

interface InputsProps extends OperationPaneProps {
  readonly editorFor: (part: Part, label: string) => ReturnType<typeof jsonEditor>;
}

const Inputs = ({ tab, keepsHeaders, onKeepHeaders, editorFor }: InputsProps) => {
  const [shown, setShown] = useState<Part | null>(tab.variables === '' ? null : 'variables');
  useEffect(() => {
    if (tab.variables !== '') setShown('variables');
  }, [tab.id]);
  const [, label] = parts.find(([part]) => part === shown) ?? parts[0];
  return (
    <div class={shown === null ? 'inputs' : 'inputs open'}>
      <div class="heads">
        {parts.map(([part, name]) => (
          <button
            type="button"
            key={part}
            aria-expanded={shown === part}
            onClick={() => setShown(shown === part ? null : part)}
          >
            {name}
            {tab[part].trim() !== '' && <span class="dot on" aria-label="given" role="img" />}
          </button>
        ))}
        {shown === 'headers' && (
          <label class="keep" title="In this browser, but never those that say who you are">
            <input
              type="checkbox"
              checked={keepsHeaders}
              onChange={({ currentTarget }) => onKeepHeaders(currentTarget.checked)}
            />{' '}
            Keep them
          </label>
        )}
      </div>
      {shown !== null && (
        <Editor
          key={`${tab.id} ${shown}`}
          id={`${tab.id} ${shown}`}
          text={tab[shown]}
          extensions={() => editorFor(shown, label)}
        />
      )}
    </div>
  );
};

import type { EditorView } from '@codemirror/view';
import { useCallback, useMemo, useRef, useState } from 'preact/hooks';
import { AnswerPane } from './answer-pane.tsx';
import { CallsPane } from './calls-pane.tsx';
import { DocsDrawer } from './docs-drawer.tsx';
import type { Entry } from './docs-search.ts';
import { toggleDrawer } from './drawer.tsx';
import { mark, placeCursor } from './editor-setup.ts';
import { ExamplesDrawer } from './examples-drawer.tsx';
import { FaultsDrawer } from './faults-drawer.tsx';
import { useHistory } from './history.ts';
import { HistoryDrawer } from './history-drawer.tsx';
import { OperationPane } from './operation-pane.tsx';
import { documentOf, fieldsAt, fieldsWithCalls, operationAt, placesOf } from './places.ts';
import { Split } from './split.tsx';
import { Tabs } from './tabs.tsx';
import { TopBar } from './top-bar.tsx';
import { useRuns } from './use-runs.ts';
import { useSchema } from './use-schema.ts';
import { useWork } from './use-work.ts';
import { useWho } from './who.ts';
import { WhoDrawer } from './who-drawer.tsx';
import { useWindows } from './windows.ts';
import type { Draft } from './work.ts';
import { added, changed, closed, openTab } from './work.ts';

const shownParts = ['Operation', 'Answer', 'Calls'] as const;

export const App = () => {
  const { work, change, keepsHeaders, setKeepsHeaders } = useWork();
  const tab = openTab(work);
  const schema = useSchema(tab.headers);
  // Each tab has a cursor of its own, as its editor has.
  const [cursors, setCursors] = useState<Readonly<Record<string, number>>>({});
  const cursor = cursors[tab.id] ?? 0;
  const [docs, setDocs] = useState<Entry | null>(null);
  const [part, setPart] = useState<(typeof shownParts)[number]>('Operation');
  const view = useRef<EditorView | null>(null);
  const past = useHistory();
  const windows = useWindows();
  const { runs, ...running } = useRuns();
  const who = useWho(tab.headers, running.noteIdentity);
  const run = runs[tab.id] ?? null;

  const places = useMemo(() => {
    const document = documentOf(tab.query);
    return placesOf(document, operationAt(document, cursor), schema);
  }, [tab.query, schema, cursor]);

  const calls = run?.state === 'done' ? run.calls : [];
  const pointed = useMemo(
    () =>
      fieldsWithCalls(
        fieldsAt(places, cursor),
        calls.map(({ field }) => field),
      ),
    [places, cursor, calls],
  );

  const start = useCallback(async (): Promise<void> => {
    const done = await running.start(tab, { cursor, schema, identify: who.refresh });
    past.note(tab, done);
    if (done.state === 'done') windows.note(done.budget);
    setPart((current) => (current === 'Operation' ? 'Answer' : current));
  }, [tab, cursor, schema]);

  const open = (draft: Draft): void => {
    change((current) => added(current, draft));
    setPart('Operation');
  };
  const showInDocs = (entry: Entry): void => {
    setDocs(entry);
    toggleDrawer('docs', true);
  };
  const markField = (field: string | null): void => {
    if (view.current === null) return;
    mark(view.current, field === null ? [] : places.filter((place) => place.field === field));
  };
  const goTo = (field: string): void => {
    const place = places.find((one) => one.field === field);
    if (place === undefined || view.current === null) return;
    setPart('Operation');
    placeCursor(view.current, place.from);
    view.current.focus();
  };

  return (
    <>
      <TopBar who={who.who} />
      <Tabs
        work={work}
        onOpen={(id) => change((current) => ({ ...current, openId: id }))}
        onAdd={() => change((current) => added(current, {}))}
        onClose={(id) => {
          running.forget(id);
          change((current) => closed(current, id));
        }}
      />
      <nav class="parts" aria-label="Parts of the page">
        {shownParts.map((name) => (
          <button
            type="button"
            key={name}
            aria-pressed={name === part}
            onClick={() => setPart(name)}
          >
            {name}
            {name === 'Calls' && calls.length > 0 && <span class="count">{calls.length}</span>}
          </button>
        ))}
      </nav>
      <main data-part={part}>
        <Split name="columns" label="Width of the operation" first={44}>
          <OperationPane
            tab={tab}
            run={run}
            schema={schema}
            places={places}
            cursor={cursor}
            windows={windows.windows}
            keepsHeaders={keepsHeaders}
            onKeepHeaders={setKeepsHeaders}
            onChange={(draft) => change((current) => changed(current, tab.id, draft))}
            onCursor={(position) => setCursors((all) => ({ ...all, [tab.id]: position }))}
            onRun={() => void start()}
            onView={(made) => {
              view.current = made;
            }}
            onDocs={(type, field) => showInDocs({ type, field })}
            onGoTo={goTo}
          />
          <Split name="rows" label="Height of the answer" first={52} vertical>
            <AnswerPane id={tab.id} run={run} schema={schema} onOpen={open} onGoTo={goTo} />
            <CallsPane run={run} pointed={pointed} onHover={markField} onGoTo={goTo} />
          </Split>
        </Split>
      </main>
      <ExamplesDrawer onOpen={open} />
      <HistoryDrawer past={past} onOpen={open} />
      <DocsDrawer schema={schema} entry={docs} onEntry={setDocs} />
      <WhoDrawer {...who} work={work} headers={tab.headers} onSignOut={running.forgetAll} />
      <FaultsDrawer />
    </>
  );
};

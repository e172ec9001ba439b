import { AnswerPane } from './answer/answer-pane.tsx';
import { CallsPane } from './calls/calls-pane.tsx';
import { Dock } from './frame/dock.tsx';
import { Split } from './frame/split.tsx';
import { pageAreas } from './frame/use-areas.ts';
import { OperationPane } from './operation/operation-pane.tsx';
import type { AppState } from './use-app.ts';
import { isReadOnly } from './who/who.ts';
import { added, changed } from './work/work.ts';

/** Chooses the area that a narrow screen shows. */
export const Areas = ({ area, setArea, calls, dock }: AppState) => (
  <nav class="areas" aria-label="Parts of the page">
    {pageAreas.map((name) => {
      if (name === 'Dock' && dock === null) return null;
      return (
        <button type="button" key={name} aria-pressed={name === area} onClick={() => setArea(name)}>
          {name === 'Dock' ? dock : name}
          {name === 'Calls' && calls.length > 0 && <span class="count">{calls.length}</span>}
        </button>
      );
    })}
  </nav>
);

/** The operation, the answer and the calls, with the docked panel beside them. */
export const Panes = (app: AppState) => {
  const { dock, docs } = app;
  return (
    <main data-area={app.area}>
      <Split name="dock" label={`Width of ${dock}`} first={28}>
        {dock === null ? null : (
          <Dock
            key={dock}
            {...app}
            shown={dock}
            docs={{
              ...docs,
              go: (entry) => (entry === null ? docs.go(entry) : app.showInDocs(entry)),
            }}
            onEdit={app.edit}
            onNew={() => app.change((current) => added(current, {}))}
            onClose={() => app.showDock(null)}
          />
        )}
        <Columns {...app} />
      </Split>
    </main>
  );
};

const Columns = (app: AppState) => {
  const { tab, change, view } = app;
  return (
    <Split name="rows" label="Height of the operation and its response" first={60} vertical>
      <Split name="columns" label="Width of the operation" first={44}>
        <OperationPane
          {...app}
          lastCalls={app.past.lastCallsOf(tab)}
          onChange={(draft) => change((current) => changed(current, tab.id, draft))}
          onCursor={app.moveTo}
          isReadOnly={isReadOnly(app.who.who)}
          onRun={() => void app.start()}
          onView={(made) => {
            view.current = made;
          }}
          onDocs={app.showInDocs}
          onGoTo={app.goTo}
        />
        <AnswerPane
          {...app}
          id={tab.id}
          past={app.pastAnswers}
          onSend={(cursor) => void app.start({ isDry: false, cursor })}
          onRetry={(cursor) => void app.start({ cursor })}
          onOpen={app.open}
          onGoTo={app.goTo}
          onPosition={(line, column) => app.goToPosition(offsetOf(tab.query, line, column))}
          onArgument={app.goToArgument}
          onId={app.openId}
          onCursor={(field, cursor) => void app.showNextPage(field, cursor)}
        />
      </Split>
      <CallsPane {...app} id={tab.id} onHover={app.markFields} onGoTo={app.goTo} />
    </Split>
  );
};

/** The position of a line and a column, which count from 1. */
const offsetOf = (text: string, line: number, column: number): number =>
  text
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, one) => sum + one.length + 1, column - 1);

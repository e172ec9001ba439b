import { Drawer, toggleDrawer } from './drawer.tsx';
import type { useHistory } from './history.ts';
import { mostRuns } from './history.ts';
import { duration, many, moment } from './words.ts';
import type { Draft } from './work.ts';
import { titleOf } from './work.ts';

interface HistoryDrawerProps {
  readonly past: ReturnType<typeof useHistory>;
  readonly onOpen: (draft: Draft) => void;
}

export const HistoryDrawer = ({ past: { runs, clear }, onOpen }: HistoryDrawerProps) => (
  <Drawer id="history" title="History">
    {() => (
      <>
        <p class="muted">
          The last {mostRuns} runs, kept in this browser without headers and answers.
        </p>
        <ul class="choose">
          {runs.map(({ query, variables, at, calls, ms, failed }) => (
            <li key={at}>
              <button
                type="button"
                onClick={() => {
                  onOpen({ query, variables });
                  toggleDrawer('history', false);
                }}
              >
                <b>{titleOf({ id: '', headers: '', query, variables })}</b>
                <small>
                  {moment(new Date(at))} · {many(calls, 'call')} · {duration(ms)}
                  {failed && <span class="bad"> · errors</span>}
                </small>
              </button>
            </li>
          ))}
        </ul>
        {runs.length === 0 ? (
          <p class="empty">Nothing has run yet.</p>
        ) : (
          <button type="button" class="second" onClick={clear}>
            Forget all
          </button>
        )}
      </>
    )}
  </Drawer>
);

import { useState } from 'preact/hooks';
import { ChoiceRow, Drawer } from '../widgets/drawer.tsx';
import { Nothing, Search } from '../widgets/search.tsx';
import { duration, hasWords, many, moment } from '../words.ts';
import { type Draft, titleOf } from '../work/work.ts';
import { maxRuns, type Past, type useHistory } from './history.ts';

interface HistoryDrawerProps {
  readonly past: ReturnType<typeof useHistory>;
  readonly onOpen: (draft: Draft) => void;
}

/** The last runs, with a search; a run can be opened again or deleted. */
export const HistoryDrawer = (props: HistoryDrawerProps) => (
  <Drawer id="history" title="History">
    {() => <History {...props} />}
  </Drawer>
);

const History = ({ past: { runs, remove, clear }, onOpen }: HistoryDrawerProps) => {
  const [text, setText] = useState('');
  const found = runs.filter(({ query, variables }) => hasWords(`${query} ${variables}`, text));
  return (
    <>
      <p class="muted">The last {maxRuns} runs in this browser, without headers and responses.</p>
      <div class="search">
        <Search
          label="Search the history"
          placeholder="Search operations and variables"
          value={text}
          onValue={setText}
        />
      </div>
      <ul class="choose">
        {found.map((run) => (
          <Run key={run.at} run={run} onOpen={onOpen} onRemove={() => remove(run)} />
        ))}
        {runs.length > 0 && found.length === 0 && <Nothing onClear={() => setText('')} />}
      </ul>
      {runs.length === 0 && <p class="empty">No runs yet.</p>}
      {runs.length > 0 && (
        <button type="button" class="second" onClick={clear}>
          Clear history
        </button>
      )}
    </>
  );
};

interface RunProps extends Pick<HistoryDrawerProps, 'onOpen'> {
  readonly run: Past;
  readonly onRemove: () => void;
}

const Run = ({ run: { query, variables, at, calls, ms, failed }, onOpen, onRemove }: RunProps) => {
  const title = titleOf({ id: '', headers: '', query, variables });
  return (
    <ChoiceRow
      drawer="history"
      onChoose={() => onOpen({ query, variables })}
      removal={{ label: `Remove ${title}`, onRemove }}
    >
      <b>{title}</b>
      <code>{query.replace(/#.*$/gm, '').replace(/\s+/g, ' ').trim().slice(0, 120)}</code>
      <small>
        {moment(new Date(at))} · {many(calls, 'call')} · {duration(ms)}
        {failed && <span class="bad"> · errors</span>}
      </small>
    </ChoiceRow>
  );
};

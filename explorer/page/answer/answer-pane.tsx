import type { GraphQLSchema } from 'graphql';
import { useMemo, useRef, useState } from 'preact/hooks';
import { verdictsOf } from '../run/endings.ts';
import type { PastAnswer } from '../run/past-answers.ts';
import type { EndedRun, PageRun, PartialAnswer } from '../run/run.ts';
import { Download, download } from '../widgets/download.tsx';
import { keyed } from '../widgets/keys.tsx';
import { lazily, Skeleton } from '../widgets/lazily.tsx';
import { duration, many, moment, size } from '../words.ts';
import type { Draft, Tab } from '../work/work.ts';
import type { LinkListeners } from './answer-links.ts';
import { Errors, type Places } from './errors.tsx';
import { Outcomes } from './outcomes.tsx';
import { Reader, type ReaderProps } from './reader.tsx';
import { Retry } from './retry.tsx';
import { Seconds } from './seconds.tsx';
import { Steps } from './steps.tsx';
import { holdsFigures, holdsRows } from './timed-figures.ts';

interface AnswerPaneProps extends Places, LinkListeners {
  readonly id: string;
  readonly run: PageRun | null;
  /** The earlier answers, the newest first. */
  readonly past: readonly PastAnswer[];
  readonly schema: GraphQLSchema | null;
  readonly tab: Tab;
  /** Sends what a dry run was about: the operation around this position. */
  readonly onSend: (cursor: number) => void;
  readonly onRetry: (cursor: number) => void;
  readonly onOpen: (draft: Draft) => void;
}

const views = ['JSON', 'Table', 'Chart', 'Compare'] as const;
type View = (typeof views)[number];

const AnswerTable = lazily(async () => (await import('./table.tsx')).AnswerTable);
const Figures = lazily(async () => (await import('./figures.tsx')).Figures);
const Comparison = lazily(async () => (await import('./comparison.tsx')).Comparison);
const DryRunView = lazily(async () => (await import('./dry-run-view.tsx')).DryRunView);

const save = ({ text, operation }: EndedRun): void =>
  download(`${operation?.name?.value ?? 'response'}.json`, text, 'application/json');

/**
 * The answer of a run: its errors, its outcomes, and its data as JSON, as a table (lists), as a
 * chart (results) and beside an earlier answer.
 */
export const AnswerPane = ({ run, past, ...props }: AnswerPaneProps) => {
  const [chosen, setView] = useState<View>('JSON');
  const links = useRef<LinkListeners>(props);
  links.current = props;
  const body = run?.state === 'done' ? run.answered.body : null;
  const readAt = run?.state === 'done' ? run.answered.at : 0;
  const hasFigures = useMemo(() => body !== null && holdsFigures(body.data), [body]);
  const offered = {
    JSON: true,
    Table: body !== null && holdsRows(body.data),
    Chart: hasFigures,
    Compare: past.length > 0,
  };
  const view = offered[chosen] ? chosen : 'JSON';
  return (
    <section class="pane answer" aria-label="Response">
      <div class="toolbar">
        <h2>Response</h2>
        {run?.state === 'done' && (
          <>
            <Views view={view} offered={views.filter((one) => offered[one])} onView={setView} />
            <Download what="the response" onClick={() => save(run)} />
            <Verdict run={run} />
          </>
        )}
        {run?.state === 'running' && hasCome(run.partial) && <Open {...run.partial} />}
      </div>
      {run === null && <p class="empty">Press Run or {keyed('Enter')}.</p>}
      {run?.state === 'lost' && (
        <p class="empty">
          The last response was too large to keep (1 MB per window). Run it again.
        </p>
      )}
      {run?.state === 'running' && <Running {...props} links={links} partial={run.partial} />}
      {run?.state === 'dry' && <DryRunView run={run} tab={props.tab} onSend={props.onSend} />}
      {run?.state === 'failed' && (
        <>
          <div class="empty bad">
            <p role="alert">{run.message}</p>
            {run.retry && <Retry {...run.retry} onRetry={props.onRetry} />}
          </div>
          {run.before != null && <Earlier {...props} links={links} run={run.before} />}
        </>
      )}
      {run?.state === 'done' && (
        <>
          <Errors run={run} {...props} />
          <Outcomes run={run} {...props} />
          <Steps data={body?.data ?? null} isRunning={false} />
          {view === 'JSON' && <Reader {...props} links={links} text={run.text} />}
          {view === 'Table' && body !== null && <AnswerTable {...{ id: props.id, body, readAt }} />}
          {view === 'Chart' && body !== null && <Figures body={body} readAt={readAt} />}
          {view === 'Compare' && <Comparison past={past} now={run.text} />}
        </>
      )}
    </section>
  );
};

interface EarlierProps extends Omit<ReaderProps, 'text'> {
  readonly run: EndedRun;
}

/** The answer before a run that has none. */
const Earlier = ({ run, ...props }: EarlierProps) => (
  <>
    <p class="earlier muted">The previous response, from {moment(new Date(run.answered.at))}:</p>
    <Reader {...props} text={run.text} />
  </>
);

interface RunningProps extends Omit<ReaderProps, 'text'> {
  readonly partial: PartialAnswer | null;
}

const Running = ({ partial, ...props }: RunningProps) =>
  hasCome(partial) ? (
    <>
      <Steps data={partial.data} isRunning />
      <Reader {...props} text={partial.text} />
    </>
  ) : (
    <div class="empty">
      Running … <Seconds />
      <Skeleton />
    </div>
  );

const hasCome = (partial: PartialAnswer | null): partial is PartialAnswer =>
  partial !== null && partial.count > 0;

const Open = ({ count, open }: PartialAnswer) => (
  <p class="sums running" role="status">
    <span>{many(count, 'part')} so far</span>
    <Seconds />
    <span>
      {open.length === 0
        ? 'more to come'
        : `waiting for ${open.map((one) => one || 'query').join(', ')}`}
    </span>
  </p>
);

interface ViewsProps {
  readonly view: View;
  readonly offered: readonly View[];
  readonly onView: (view: View) => void;
}

const Views = ({ view, offered, onView }: ViewsProps) =>
  offered.length < 2 ? null : (
    <div class="views">
      {offered.map((name) => (
        <button type="button" key={name} aria-pressed={name === view} onClick={() => onView(name)}>
          {name}
        </button>
      ))}
    </div>
  );

const Verdict = ({ run }: { readonly run: EndedRun }) => {
  const { status, ms, bytes } = run.answered;
  return (
    <p class="sums" role="status">
      {verdictsOf(run).map(({ text, tone }) => (
        <span key={text} class={tone}>
          {text}
        </span>
      ))}
      <span>{status}</span>
      <span>{duration(ms)}</span>
      <span>{size(bytes)}</span>
    </p>
  );
};

import type { GraphQLSchema } from 'graphql';
import { useRef, useState } from 'preact/hooks';
import type { Identified } from '../who/who.ts';
import { holdsSecret } from '../work/storage.ts';
import type { Tab } from '../work/work.ts';
import { answersFor, forgetAnswers, keepAnswer, tabsWithoutAnswer } from './answers.ts';
import { type PastAnswer, withPast } from './past-answers.ts';
import { type EndedRun, type PageRun, type PartialAnswer, runTab } from './run.ts';

const unshown: PageRun = {
  state: 'failed',
  message:
    'The user has changed, so this response is not shown. A write that was sent may have taken effect.',
};

const notKept: PageRun = { state: 'lost' };

type Runs = Readonly<Record<string, PageRun>>;

const withoutAnswers = (runs: Runs): Runs =>
  Object.fromEntries(
    Object.entries(runs)
      .filter(([, run]) => run.state === 'running' || run === unshown)
      .map(([id]) => [id, unshown]),
  );

/** The last answer of a tab that has data. */
const lastAnswer = (run: PageRun | undefined): EndedRun | null => {
  if (run?.state === 'failed') return run.before ?? null;
  return run?.state === 'done' && run.answered.body.data != null ? run : null;
};

interface RunContext {
  readonly cursor: number;
  readonly schema: GraphQLSchema | null;
  /** True if a mutation only shows its effect and is not sent. */
  readonly isDry: boolean;
  /** The identity that the tab acts for now. Never rejects. */
  readonly identify: () => Promise<string | null>;
}

/**
 * The last run of each tab, by the tab's id. Answers survive a reload, and no user sees those of
 * another.
 */
export const useRuns = () => {
  const [runs, setRuns] = useState<Runs>({});
  const [past, setPast] = useState<Readonly<Record<string, readonly PastAnswer[]>>>({});
  // One for all runs until they are forgotten.
  const forgetting = useRef(new AbortController());
  const show = (id: string, run: PageRun): void => setRuns((all) => ({ ...all, [id]: run }));

  const forgetAll = (): void => {
    forgetting.current.abort();
    forgetting.current = new AbortController();
    forgetAnswers();
    setPast({});
    setRuns(withoutAnswers);
  };

  const keepIdentity = ({ headers, identity, isAnother }: Identified): void => {
    if (isAnother) {
      forgetAll();
      return;
    }
    // Answers to such headers are never kept, and their identity says nothing about other headers.
    if (holdsSecret(headers)) return;
    const kept = answersFor(identity);
    const lost = Object.fromEntries(tabsWithoutAnswer().map((id) => [id, notKept]));
    setRuns((all) => ({ ...lost, ...kept, ...all }));
  };

  /** Runs a tab and shows its state. Never rejects. */
  const start = async (
    tab: Tab,
    { cursor, schema, isDry, identify }: RunContext,
  ): Promise<PageRun> => {
    const { signal: forgotten } = forgetting.current;
    const stopping = new AbortController();
    forgetAnswers(tab.id);
    const last = runs[tab.id];
    if (last?.state === 'done') {
      setPast((all) => ({ ...all, [tab.id]: withPast(all[tab.id] ?? [], last) }));
    }
    const signal = AbortSignal.any([stopping.signal, forgotten]);
    const stop = (): void => stopping.abort();
    const showPartial = (partial: PartialAnswer | null): void => {
      if (!signal.aborted) show(tab.id, { state: 'running', stop, partial });
    };
    showPartial(null);
    const run = await runTab(tab, { cursor, schema, signal, isDry, onPartial: showPartial });
    const ended = run.state === 'failed' ? { ...run, before: lastAnswer(last) } : run;
    show(tab.id, forgotten.aborted ? unshown : ended);
    if (run.state === 'done') {
      void identify().then((identity) => {
        // A refusal holds no user's data, and may say why the identity has changed.
        if (forgotten.aborted) show(tab.id, 'data' in run.answered.body ? unshown : run);
        else if (identity !== null) keepAnswer(tab, identity, run);
      });
    }
    return run;
  };

  const forget = (id: string): void => {
    forgetAnswers(id);
    setPast((all) => ({ ...all, [id]: [] }));
  };

  return { runs, past, start, forgetAll, forget, keepIdentity };
};

import { buildSchema, type GraphQLSchema, OperationTypeNode } from 'graphql';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { TracedCall } from '../../client/extensions.ts';
import { useCopy } from './copy/use-copy.ts';
import { facts } from './facts.ts';
import { useFaults } from './faults/use-faults.ts';
import { useAreas } from './frame/use-areas.ts';
import { useTheme } from './frame/use-theme.ts';
import { headersIn, pauseFor } from './gateway/ask.ts';
import { useHistory } from './history/history.ts';
import { nodeQuery } from './language/node-query.ts';
import { documentOf, operationAt } from './language/spots.ts';
import { useOperation } from './operation/use-operation.ts';
import { useWindows } from './operation/windows.ts';
import { useRuns } from './run/use-runs.ts';
import { useWaitingPlans } from './who/waiting-plans.ts';
import { isReadOnly, useWho } from './who/who.ts';
import { toggleDrawer } from './widgets/drawer.tsx';
import { useCollections } from './work/collections.ts';
import { keep, read } from './work/storage.ts';
import { useWork } from './work/use-work.ts';
import { added, changed, closed, type Draft, moved, openTab, reopened } from './work/work.ts';

const noCalls: readonly TracedCall[] = [];

/** The state of the page, and the actions of its panes. */
export const useApp = () => {
  const { work, change, isFirst, keepsHeaders, setKeepsHeaders } = useWork();
  const tab = openTab(work);
  const schema = useSchema(tab.headers);
  const areas = useAreas();
  const past = useHistory();
  const saved = useCollections();
  const { windows, keep: keepWindows } = useWindows();
  const { runs, past: pastAnswers, ...running } = useRuns();
  const who = useWho(tab.headers, running.keepIdentity);
  const waitingPlans = useWaitingPlans(who.who);
  const faults = useFaults();
  const run = runs[tab.id] ?? null;
  const calls = run?.state === 'done' ? run.calls : noCalls;
  const operation = useOperation(tab, {
    schema,
    calls,
    onFocus: () => areas.setArea('Operation'),
    onChange: (draft) => change((current) => changed(current, tab.id, draft)),
  });

  const hasSession = who.who?.kind === 'user';
  const copying = useCopy({ tab, cursor: operation.cursor, schema, hasSession });
  const [isDryFirst, setDryFirst] = useDryFirst();
  const mayRun = (): boolean =>
    !isReadOnly(who.who) ||
    operationAt(documentOf(tab.query), operation.cursor)?.operation !== OperationTypeNode.MUTATION;
  const start = async ({ isDry = isDryFirst, cursor = operation.cursor } = {}): Promise<void> => {
    const done = await running.start(tab, { cursor, schema, isDry, identify: who.refresh });
    void faults.refresh();
    past.add(tab, done);
    if (done.state === 'done') keepWindows(done.budget);
    areas.setArea((current) => (current === 'Operation' ? 'Response' : current));
  };
  // On a first visit the page shows an answer and its calls at once. The calls of live keys are
  // scarce, so with them nothing runs by itself.
  const hasBegun = useRef(!isFirst || facts.emulator === null);
  useEffect(() => {
    if (hasBegun.current || schema === null || who.who === null) return;
    hasBegun.current = true;
    if (who.who.kind !== 'nobody' && run === null) void start();
  }, [schema, who.who]);
  const open = (draft: Draft): void => {
    change((current) => added(current, draft));
    areas.setArea('Operation');
  };
  const [toRun, setToRun] = useState<Draft | null>(null);
  useEffect(() => {
    if (toRun === null) return;
    setToRun(null);
    if (tab.query === toRun.query && tab.variables === toRun.variables) void start();
  }, [toRun]);
  const openId = (id: string): void => {
    const draft = schema === null ? null : nodeQuery(schema, id);
    if (draft === null) return;
    open(draft);
    setToRun(draft);
  };
  const showNextPage = async (field: string, cursor: string): Promise<void> =>
    setToRun(await operation.continueList(field, cursor));
  const close = (id: string): void => {
    running.forget(id);
    change((current) => closed(current, id));
  };
  const reopen = (): void => change(reopened);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const add = (): void => {
    change((current) => added(current, {}));
    setCaretWanted(true);
  };
  const [isCaretWanted, setCaretWanted] = useState(false);
  useEffect(() => {
    if (isCaretWanted) operation.view.current?.focus();
    setCaretWanted(false);
  }, [isCaretWanted]);
  const [isNaming, setNaming] = useState(false);
  const move = (id: string, to: number): void => change((current) => moved(current, id, to));
  const moveBy = (step: number): void => move(tab.id, work.tabs.indexOf(tab) + step);
  usePageKeys({
    KeyT: reopen,
    PageUp: () => moveBy(-1),
    PageDown: () => moveBy(1),
    F2: () => setNaming(true),
    Escape: () => areas.dock !== null && areas.showDock(null),
    '?': () => toggleDrawer('keys', true),
    'Mod k': () => setPaletteOpen(true),
    'Mod Enter': () => mayRun() && void start(),
  });

  return {
    ...{
      work,
      change,
      add,
      close,
      reopen,
      move,
      moveBy,
      isNaming,
      setNaming,
      tab,
      keepsHeaders,
      setKeepsHeaders,
      schema,
    },
    ...{
      past,
      saved,
      windows,
      who,
      waitingPlans,
      faults,
      run,
      calls,
      start,
      open,
      openId,
      showNextPage,
    },
    ...useTheme(),
    ...{ copying, isDryFirst, setDryFirst, isPaletteOpen, setPaletteOpen },
    ...areas,
    ...operation,
    pastAnswers: pastAnswers[tab.id] ?? [],
    forgetAll: running.forgetAll,
  };
};

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

/**
 * The setting that mutations show their effect before they are sent, and its setter. It is always
 * on with live keys; over the emulator the browser keeps it.
 */
const useDryFirst = (): readonly [boolean, (isDryFirst: boolean) => void] => {
  const [chosen, choose] = useState(() => read(localStorage, 'dryFirst', isFlag) ?? false);
  useEffect(() => keep(localStorage, 'dryFirst', chosen), [chosen]);
  return [facts.emulator === null || chosen, choose];
};

export type AppState = ReturnType<typeof useApp>;

/** The actions of shortcuts wherever the focus is: `Mod k`, and with Alt and Shift `KeyT`. */
type PageKeys = Readonly<Record<string, () => void>>;

const usePageKeys = (keys: PageKeys): void => {
  const now = useRef(keys);
  now.current = keys;
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const act = isTaken(event) ? undefined : now.current[shortcutOf(event)];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
};

const shortcutOf = ({ altKey, shiftKey, ctrlKey, metaKey, key, code }: KeyboardEvent): string => {
  if (altKey && shiftKey) return code;
  return (ctrlKey || metaKey) && !shiftKey && !altKey ? `Mod ${key}` : key;
};

/** True if a key press belongs to the focused element, or to an element over the page. */
const isTaken = ({ key, target, defaultPrevented }: KeyboardEvent): boolean => {
  const editor = target instanceof Element && target.closest('.cm-editor, [contenteditable]');
  const input = target instanceof Element && target.closest('input, select, textarea');
  if (document.querySelector('dialog[open]') !== null) return true;
  if (key === '?') return Boolean(editor || input);
  if (key !== 'Escape') return false;
  const isOver = document.querySelector(':popover-open') !== null;
  const hasText = input instanceof HTMLInputElement && input.value !== '';
  return defaultPrevented || isOver || hasText || Boolean(editor);
};

const load = async (headers: string): Promise<GraphQLSchema | null> => {
  const response = await fetch('schema.graphql', { headers: headersIn(headers) });
  return response.ok
    ? buildSchema(await response.text(), { assumeValid: true, noLocation: true })
    : null;
};

/**
 * The schema, requested with these headers; null until it is loaded, and if the gateway does not
 * show it.
 */
const useSchema = (headers: string): GraphQLSchema | null => {
  const [schema, setSchema] = useState<GraphQLSchema | null>(null);
  useEffect(() => {
    if (schema !== null) return;
    const timer = setTimeout(
      () => load(headers).then(setSchema, () => setSchema(null)),
      pauseFor(headers),
    );
    return () => clearTimeout(timer);
  }, [headers]);
  return schema;
};

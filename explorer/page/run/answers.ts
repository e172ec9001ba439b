import { print } from 'graphql';
import { isObject } from '../json.ts';
import { documentOf, operationsOf } from '../language/spots.ts';
import { forget, holdsSecret, keep, read } from '../work/storage.ts';
import type { Tab } from '../work/work.ts';
import { doneOf, type EndedRun } from './run.ts';

/**
 * The answer of a tab, stored for a reload. Of the request it has only the operation and its
 * variables.
 */
interface KeptAnswer extends Pick<EndedRun, 'answered' | 'totals' | 'variables'> {
  readonly tabId: string;
  /** The identity that was answered. */
  readonly identity: string;
  /** The text of the operation; empty if it could not be read. */
  readonly operation: string;
}

// Browsers count two bytes for each character, so this is less than 1 MB.
const maxCharacters = 490_000;

const name = 'answers';

const isKept = (value: unknown): value is KeptAnswer =>
  isObject(value) &&
  [value['tabId'], value['identity'], value['operation'], value['variables']].every(
    (one) => typeof one === 'string',
  ) &&
  isObject(value['totals']) &&
  isObject(value['answered']) &&
  isObject(value['answered']['body']);

const areKept = (value: unknown): value is readonly KeptAnswer[] =>
  Array.isArray(value) && value.every(isKept);

/** The answers that this page keeps, the newest first. */
const keptAnswers = (): readonly KeptAnswer[] => read(sessionStorage, name, areKept) ?? [];

const lostName = 'answers-too-large';

const areIds = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** The tabs whose last answer had no room. */
export const tabsWithoutAnswer = (): readonly string[] =>
  read(sessionStorage, lostName, areIds) ?? [];

/** The first of these answers that fit into less than 490,000 characters of JSON. */
export const fittingOf = <T>(answers: readonly T[]): readonly T[] => {
  let left = maxCharacters;
  return answers.filter((one) => {
    const { length } = JSON.stringify(one);
    if (length >= left) return false;
    left -= length + 1;
    return true;
  });
};

/** Keeps the first of these answers that fit and no other, and which tabs have lost theirs. */
const keepOnly = (answers: readonly KeptAnswer[], lostBefore: readonly string[]): void => {
  const fitting = fittingOf(answers);
  // If the browser has no room for the new ones, the old ones must not stay.
  forgetAnswers();
  if (fitting.length > 0) keep(sessionStorage, name, fitting);
  const kept = new Set(fitting.map(({ tabId }) => tabId));
  const lost = [...lostBefore, ...answers.map(({ tabId }) => tabId)].filter((id) => !kept.has(id));
  if (lost.length > 0) keep(sessionStorage, lostName, [...new Set(lost)]);
};

/**
 * Keeps the answer of a tab in place of an earlier one. An answer to headers with a secret is not
 * kept.
 */
export const keepAnswer = ({ id, headers }: Tab, identity: string, done: EndedRun): void => {
  if (holdsSecret(headers)) return;
  const { answered, totals, variables } = done;
  const operation = done.operation === null ? '' : print(done.operation);
  const others = keptAnswers().filter(({ tabId }) => tabId !== id);
  const own = { tabId: id, identity, answered, totals, variables, operation };
  keepOnly([own, ...others], tabsWithoutAnswer());
};

/** Forgets the answer of one tab, else of all. */
export const forgetAnswers = (tabId?: string): void => {
  if (tabId !== undefined) {
    keepOnly(
      keptAnswers().filter((one) => one.tabId !== tabId),
      tabsWithoutAnswer().filter((id) => id !== tabId),
    );
    return;
  }
  forget(sessionStorage, name);
  forget(sessionStorage, lostName);
};

/**
 * The kept answers by their tabs, which are all for this identity: if one is not, all are
 * forgotten.
 */
export const answersFor = (identity: string): Readonly<Record<string, EndedRun>> => {
  const answers = keptAnswers();
  if (answers.some((one) => one.identity !== identity)) {
    forgetAnswers();
    return {};
  }
  return Object.fromEntries(
    answers.map(({ tabId, operation, ...rest }) => {
      const [node] = operationsOf(documentOf(operation));
      return [tabId, doneOf({ ...rest, operation: node ?? null })];
    }),
  );
};

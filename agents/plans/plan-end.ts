import { isObject, listIn } from '../../src/upstream/catalogue/language/values.ts';
import type { Outcome } from '../gateway.ts';
import type { GraphAnswer } from '../graph-port.ts';
import { ownName } from './outcome-selections.ts';
import type { PlanItem, PlanItemError, PlannedWrite, PlanPart } from './write-plan.ts';

/** The members of an answer, by their names. */
export type AnswerMembers = Readonly<Record<string, unknown>>;

/** The ends of mutations that were sent or resumed, by the response to their document. */
export const endsOf = (
  sent: readonly PlannedWrite[],
  { data, errors }: GraphAnswer<AnswerMembers | null>,
  were: 'written' | 'resumed',
): readonly PlannedWrite[] =>
  sent.map((write) => {
    const { field, path } = write;
    const own = errors.filter((one) => one.path?.[0] === path).map(errorOf);
    const payload = isObject(data) ? data[path] : null;
    if (!isObject(payload)) {
      const none = { field, path, outcome: null, ids: [], errors: own, parts: [] };
      const isUnbegun = were === 'resumed' && own.some(({ code }) => code === 'NOT_FOUND');
      // A write that was never begun keeps its last error.
      if (isUnbegun) return { ...write, state: 'WAITS', item: write.item ?? none };
      return { ...write, state: 'SENT', item: none };
    }
    const found = endIn(payload);
    const item = {
      field,
      path,
      ...found,
      errors: [...found.errors, ...own],
      parts: partsIn(payload),
    };
    return { ...write, item, state: stateAfter(item, write.isLaunch) };
  });

/**
 * A launch that was made in part continues where it stopped. Parts that were not applied wait;
 * parts that the API refused have ended.
 */
const stateAfter = (item: PlanItem, isLaunch: boolean): PlannedWrite['state'] => {
  const { outcome } = item;
  if (outcome === 'UNKNOWN') return 'SENT';
  if (outcome === 'APPLIED') return 'ENDED';
  if (isLaunch && isMade(item)) return 'SENT';
  return outcome === 'NOT_APPLIED' ? 'WAITS' : 'ENDED';
};

/** True if part of a mutation was applied, or may have been. */
export const isMade = ({ outcome, ids, parts }: PlanItem): boolean =>
  outcome === 'APPLIED' ||
  outcome === 'UNKNOWN' ||
  ids.length > 0 ||
  parts.some((part) => part.outcome === 'APPLIED' || part.outcome === 'UNKNOWN');

const errorOf = ({ message, extensions = {} }: GraphAnswer['errors'][number]): PlanItemError => {
  const { code, argument } = extensions;
  return {
    code: String(code),
    message,
    ...(typeof argument === 'string' && { argument }),
  };
};

const endIn = (payload: AnswerMembers): Pick<PlanItem, 'outcome' | 'ids' | 'errors'> => ({
  outcome: payload[ownName('outcome')] as Outcome,
  ids: [...idsIn(payload), ...membersIn(payload, 'lineItems').flatMap(idsIn)],
  errors: (listIn(payload[ownName('errors')]) as readonly PlanItemError[]).map(
    ({ code, message, argument }) => ({
      code,
      message,
      ...(typeof argument === 'string' && { argument }),
    }),
  ),
});

/** The ids of the rows of a payload, selected under names of their own. */
const idsIn = (payload: AnswerMembers): readonly string[] =>
  Object.entries(payload)
    .filter(([name]) => name.startsWith(ownName('')))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .flatMap((row: unknown) => (isObject(row) && typeof row['id'] === 'string' ? [row['id']] : []));

const membersIn = (payload: AnswerMembers, name: string): readonly AnswerMembers[] =>
  listIn(payload[ownName(name)]).filter(isObject);

const partsIn = (payload: AnswerMembers): readonly PlanPart[] =>
  [...membersIn(payload, 'results'), ...membersIn(payload, 'steps')].map((part) => ({
    part: String(part[ownName('step')] ?? part[ownName('index')]),
    ...endIn(part),
  }));

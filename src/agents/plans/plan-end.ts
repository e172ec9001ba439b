import type { DryEntry } from '../../execution/dry-run/entry.ts';
import type { Outcome } from '../../resolvers/writes/sending.ts';
import { isObject, listIn } from '../../upstream/catalogue/language/values.ts';
import type { Without } from '../../upstream/catalogue/without.ts';
import type { Answered } from '../ask.ts';
import { ownName } from './outcome-selections.ts';
import type { PlanEnd, PlanItem, PlanItemError, PlanPart } from './write-plan.ts';

type AnsweredMembers = Readonly<Record<string, unknown>>;

/** How a plan ended, by the answer to its document. */
export const endOf = (
  writes: readonly DryEntry[],
  { data, errors }: Answered<AnsweredMembers | null>,
): Without<PlanEnd, 'at'> => {
  const items = writes.map(({ field, path }): PlanItem => {
    const own = errors.filter((one) => one.path?.[0] === path).map(errorOf);
    const payload = isObject(data) ? data[path] : null;
    if (!isObject(payload)) return { field, path, outcome: null, ids: [], errors: own, parts: [] };
    const told = endIn(payload);
    return { field, path, ...told, errors: [...told.errors, ...own], parts: partsIn(payload) };
  });
  const isLaunch = writes.map(({ steps }) => steps.length > 0);
  return {
    outcome: outcomeOf(items),
    items,
    mayResume: items.some(
      ({ outcome }, at) =>
        outcome === null ||
        outcome === 'UNKNOWN' ||
        (isLaunch[at] === true && outcome !== 'APPLIED'),
    ),
  };
};

const outcomeOf = (items: readonly PlanItem[]): Outcome => {
  const all = items.map(({ outcome }) => outcome ?? 'NOT_APPLIED');
  if (all.every((one) => one === 'APPLIED')) return 'APPLIED';
  const worst = (['UNKNOWN', 'REJECTED'] as const).find((one) => all.includes(one));
  return worst ?? 'NOT_APPLIED';
};

const errorOf = ({ message, extensions = {} }: Answered['errors'][number]): PlanItemError => {
  const { code, argument } = extensions;
  return {
    code: String(code),
    message,
    ...(typeof argument === 'string' && { argument }),
  };
};

const endIn = (payload: AnsweredMembers): Pick<PlanItem, 'outcome' | 'ids' | 'errors'> => ({
  outcome: payload[ownName('outcome')] as Outcome,
  ids: idsIn(payload),
  errors: (listIn(payload[ownName('errors')]) as readonly PlanItemError[]).map(
    ({ code, message, argument }) => ({
      code,
      message,
      ...(typeof argument === 'string' && { argument }),
    }),
  ),
});

/** The ids of the rows of a payload that were asked for under own names. */
const idsIn = (payload: AnsweredMembers): readonly string[] =>
  Object.entries(payload)
    .filter(([name]) => name.startsWith(ownName('')))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .flatMap((row: unknown) => (isObject(row) && typeof row['id'] === 'string' ? [row['id']] : []));

const partsIn = (payload: AnsweredMembers): readonly PlanPart[] => {
  const parts = [...listIn(payload[ownName('results')]), ...listIn(payload[ownName('steps')])];
  return parts.filter(isObject).map((part) => ({
    part: String(part[ownName('step')] ?? part[ownName('index')]),
    ...endIn(part),
  }));
};

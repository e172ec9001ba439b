import { OperationTypeNode } from 'graphql';
import { isObject } from './json.ts';
import type { Done } from './run.ts';
import { many } from './words.ts';

/** One reason why a write did not end as asked. */
interface Fault {
  readonly code?: string;
  readonly message?: string;
  readonly argument?: string | null;
  readonly parameter?: string | null;
}

const outcomes = ['APPLIED', 'REJECTED', 'NOT_APPLIED', 'UNKNOWN'] as const;

/** How a write ended, or an item of a batch: the selected fields of its payload. */
export interface Ended {
  readonly outcome: (typeof outcomes)[number];
  readonly index?: number;
  readonly errors?: readonly Fault[];
  readonly results?: unknown;
}

/** A write of a run: its key in the answer, and its items where it is a batch. */
export interface Write {
  readonly key: string;
  readonly ended: Ended;
  readonly items: readonly Ended[];
}

const isEnded = (value: unknown): value is Ended =>
  isObject(value) && outcomes.some((outcome) => outcome === value['outcome']);

/** The writes of a run whose outcome is selected, in the order of the answer. */
export const writesOf = ({ answered: { body } }: Done): readonly Write[] =>
  Object.entries(body.data ?? {}).flatMap(([key, value]) => {
    if (!isEnded(value)) return [];
    const items = Array.isArray(value.results) ? value.results.filter(isEnded) : [];
    return [{ key, ended: value, items }];
  });

/** Whether nobody knows how a write ended, or one of its items. */
export const isUnknown = ({ ended, items }: Write): boolean =>
  [ended, ...items].some(({ outcome }) => outcome === 'UNKNOWN');

/** What is said of a run in a word, and how that looks. */
interface Verdict {
  readonly text: string;
  readonly tone: 'good' | 'warn' | 'bad' | 'muted';
}

/** How a run went: its errors and the writes that did not end as asked, or that all is well. */
export const verdictsOf = (run: Done): readonly Verdict[] => {
  const { data, errors = [] } = run.answered.body;
  const writes = writesOf(run);
  const failed = writes.filter((write) => isUnknown(write) || write.ended.outcome !== 'APPLIED');
  const unknown = failed.filter(isUnknown).length;
  const refused = failed.length - unknown;
  const payloads = Object.values(data ?? {}).filter(isObject);
  const verdicts: readonly (Verdict | false)[] = [
    errors.length > 0 && { text: many(errors.length, 'error'), tone: 'bad' },
    refused > 0 && { text: `${many(refused, 'write')} refused`, tone: 'bad' },
    unknown > 0 && { text: `${many(unknown, 'outcome')} unknown`, tone: 'warn' },
    isMutation(run) &&
      writes.length < payloads.length && { text: 'outcome not shown', tone: 'muted' },
  ];
  const found = verdicts.filter((verdict) => verdict !== false);
  return found.length > 0 ? found : [{ text: 'no errors', tone: 'good' }];
};

const isMutation = ({ operation }: Done): boolean =>
  operation?.operation === OperationTypeNode.MUTATION;

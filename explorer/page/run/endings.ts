import { OperationTypeNode } from 'graphql';
import { isObject } from '../json.ts';
import { many } from '../words.ts';
import type { EndedRun } from './run.ts';

/** One reason why a write did not end as asked. */
interface ShownError {
  readonly code?: string;
  readonly message?: string;
  readonly argument?: string | null;
  readonly parameter?: string | null;
}

const outcomes = ['APPLIED', 'REJECTED', 'NOT_APPLIED', 'UNKNOWN'] as const;

/** The outcome of a write or of an item of a batch: the selected fields of its payload. */
export interface EndedMutation {
  readonly outcome: (typeof outcomes)[number];
  readonly index?: number;
  readonly errors?: readonly ShownError[];
  readonly results?: unknown;
}

/** A write of a run: its key in the answer, and its items if it is a batch. */
export interface Write {
  readonly key: string;
  readonly ended: EndedMutation;
  readonly items: readonly EndedMutation[];
}

const isEnded = (value: unknown): value is EndedMutation =>
  isObject(value) && outcomes.some((outcome) => outcome === value['outcome']);

/** The writes of a run whose outcome is selected, in the order of the answer. */
export const writesOf = ({ answered: { body } }: EndedRun): readonly Write[] =>
  Object.entries(body.data ?? {}).flatMap(([key, value]) => {
    if (!isEnded(value)) return [];
    const items = Array.isArray(value.results) ? value.results.filter(isEnded) : [];
    return [{ key, ended: value, items }];
  });

/** True if the outcome of a write, or of one of its items, is unknown. */
export const isUnknown = ({ ended, items }: Write): boolean =>
  [ended, ...items].some(({ outcome }) => outcome === 'UNKNOWN');

/** A run's ending in a word, and its tone. */
interface EndingSummary {
  readonly text: string;
  readonly tone: 'good' | 'warn' | 'bad' | 'muted';
}

/** A run's errors, and its writes that were not applied; else that there are no errors. */
export const verdictsOf = (run: EndedRun): readonly EndingSummary[] => {
  const { data, errors = [] } = run.answered.body;
  const writes = writesOf(run);
  const failed = writes.filter((write) => isUnknown(write) || write.ended.outcome !== 'APPLIED');
  const unknown = failed.filter(isUnknown).length;
  const refused = failed.length - unknown;
  const payloads = Object.values(data ?? {}).filter(isObject);
  const verdicts: readonly (EndingSummary | false)[] = [
    errors.length > 0 && { text: many(errors.length, 'error'), tone: 'bad' },
    refused > 0 && { text: `${many(refused, 'write')} rejected`, tone: 'bad' },
    unknown > 0 && { text: `${many(unknown, 'outcome')} unknown`, tone: 'warn' },
    isMutation(run) &&
      writes.length < payloads.length && { text: 'outcome not shown', tone: 'muted' },
  ];
  const found = verdicts.filter((verdict) => verdict !== false);
  return found.length > 0 ? found : [{ text: 'no errors', tone: 'good' }];
};

const isMutation = ({ operation }: EndedRun): boolean =>
  operation?.operation === OperationTypeNode.MUTATION;

import type { GraphQLSchema } from 'graphql';
import { isObject } from './json.ts';
import { readBack } from './read-back.ts';
import type { Done } from './run.ts';
import type { Draft } from './work.ts';

const meanings: Readonly<Record<string, string>> = {
  APPLIED: 'The API did it.',
  REJECTED: 'It was refused. Nothing has changed.',
  NOT_APPLIED: 'It was left out because something else was refused. Nothing has changed.',
  UNKNOWN: 'It may have been applied or not: no readable answer came. It is not sent again.',
};

interface Fault {
  readonly code?: string;
  readonly message?: string;
  readonly argument?: string | null;
  readonly parameter?: string | null;
}

/** The selected fields of a payload or of an item. */
interface Ended {
  readonly outcome: string;
  readonly index?: number;
  readonly errors?: readonly Fault[];
  readonly results?: readonly unknown[];
}

const isEnded = (value: unknown): value is Ended =>
  isObject(value) && typeof value['outcome'] === 'string' && value['outcome'] in meanings;

interface OutcomesProps {
  readonly run: Done;
  readonly schema: GraphQLSchema | null;
  readonly onOpen: (draft: Draft) => void;
}

/** The outcomes of the writes of a run, and of each item of a batch. */
export const Outcomes = ({ run, schema, onOpen }: OutcomesProps) => {
  const ended = Object.entries(run.answered.body.data ?? {}).flatMap(([key, value]) =>
    isEnded(value) ? [{ key, value }] : [],
  );
  if (ended.length === 0) return null;
  return (
    <ul class="outcomes" aria-label="Outcomes">
      {ended.map(({ key, value }) => {
        const items = (value.results ?? []).filter(isEnded);
        const isOpen = [value, ...items].some(({ outcome }) => outcome === 'UNKNOWN');
        const draft = isOpen && schema !== null ? readBack(run, key, schema) : null;
        return (
          <li key={key}>
            <Ending name={key} value={value} />
            {draft !== null && (
              <button type="button" class="second" onClick={() => onOpen(draft)}>
                Read it back
              </button>
            )}
            {items.length > 0 && (
              <ol start={0}>
                {items.map((item, at) => (
                  <li key={at}>
                    <Ending name={`Item ${item.index ?? at}`} value={item} />
                  </li>
                ))}
              </ol>
            )}
          </li>
        );
      })}
    </ul>
  );
};

const Ending = ({
  name,
  value: { outcome, errors = [] },
}: {
  readonly name: string;
  readonly value: Ended;
}) => (
  <>
    <span class={`outcome ${outcome}`}>{outcome}</span> <b>{name}</b>{' '}
    <span class="muted">{meanings[outcome]}</span>
    {errors.map(({ code, message, argument, parameter }, at) => (
      <p key={at} class="fault">
        {code !== undefined && <code>{code}</code>} {message} <code>{argument ?? parameter}</code>
      </p>
    ))}
  </>
);

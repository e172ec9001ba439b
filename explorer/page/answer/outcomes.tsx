import type { GraphQLSchema } from 'graphql';
import { type EndedMutation, isUnknown, writesOf } from '../run/endings.ts';
import type { EndedRun } from '../run/run.ts';
import { sentenceOf, titled } from '../words.ts';
import type { Draft } from '../work/work.ts';
import { PlaceLink, type Places } from './errors.tsx';
import { readBack } from './read-back.ts';
import { inputOf, itemTitles } from './write-input.ts';

const meanings: Readonly<Record<EndedMutation['outcome'], string>> = {
  APPLIED: 'The change took effect.',
  REJECTED: 'Nothing has changed.',
  NOT_APPLIED: 'Left out because another change was rejected. Nothing has changed.',
  UNKNOWN: 'It may or may not have taken effect: the response was lost. It is not sent again.',
};

interface OutcomesProps extends Pick<Places, 'onArgument'> {
  readonly run: EndedRun;
  readonly schema: GraphQLSchema | null;
  readonly onOpen: (draft: Draft) => void;
}

/** The outcomes of the writes of a run, and of each item of a batch. */
export const Outcomes = ({ run, schema, onOpen, onArgument }: OutcomesProps) => {
  const writes = writesOf(run);
  if (writes.length === 0) return null;
  return (
    <ul class="outcomes" aria-label="Outcomes">
      {writes.map((write) => {
        const { key, ended, items } = write;
        const titles = itemTitles(inputOf(run, key));
        const draft = isUnknown(write) && schema !== null ? readBack(run, key, schema) : null;
        return (
          <li key={key}>
            <Ending name={key} value={ended} onArgument={(one) => onArgument(key, one)} />
            {draft !== null && (
              <button type="button" class="second" onClick={() => onOpen(draft)}>
                Check the outcome
              </button>
            )}
            {items.length > 0 && (
              <ol start={0}>
                {items.map((item, at) => (
                  <li key={at}>
                    <Ending
                      name={titles[item.index ?? at] ?? `Item ${item.index ?? at}`}
                      value={item}
                      onArgument={(one) => onArgument(key, one)}
                    />
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

interface EndingProps {
  readonly name: string;
  readonly value: EndedMutation;
  readonly onArgument: (argument: string) => void;
}

const Ending = ({ name, value: { outcome, errors = [] }, onArgument }: EndingProps) => (
  <>
    <span class={`outcome ${outcome}`}>{titled(outcome)}</span> <b>{name}</b>{' '}
    <span class="muted">{meanings[outcome]}</span>
    {errors.map(({ code, message, argument, parameter }, at) => (
      <p key={at} class="fault">
        {code !== undefined && <code>{code}</code>} {sentenceOf(message ?? '')}{' '}
        {argument == null ? (
          <code>{parameter}</code>
        ) : (
          <PlaceLink text={argument} onClick={() => onArgument(argument)} />
        )}
      </p>
    ))}
  </>
);

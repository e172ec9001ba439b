import { useEffect, useState } from 'preact/hooks';
import type { AnswerError, Budget, Plan } from './ask.ts';
import { ask } from './ask.ts';
import { facts } from './facts.ts';
import { heaviest } from './heaviest.ts';
import type { Place } from './places.ts';
import { documentOf, operationAt } from './places.ts';
import type { Windows } from './windows.ts';
import { tightest } from './windows.ts';
import { count, many, moment, span } from './words.ts';
import type { Tab } from './work.ts';

interface EstimateProps {
  readonly tab: Tab;
  readonly places: readonly Place[];
  readonly windows: Windows;
  readonly cursor: number;
  readonly onGoTo: (field: string) => void;
}

type Reckoned = { readonly plan: Plan } | { readonly refusal: AnswerError } | null;

/** The pause in typing before the cost is asked. */
const pauseMs = 300;

/** The cost of the operation, asked while somebody types; null while the operation is not valid. */
const useReckoned = (
  { query, variables, headers }: Tab,
  operationName: string | null,
): Reckoned => {
  const [reckoned, setReckoned] = useState<Reckoned>(null);
  useEffect(() => {
    if (documentOf(query) === null) {
      setReckoned(null);
      return;
    }
    const outdated = new AbortController();
    const reckon = async (): Promise<void> => {
      const { body } = await ask(
        { query, variables, headers, operationName },
        'plan',
        outdated.signal,
      );
      const plan = body.extensions?.plan;
      const refusal = body.errors?.find(({ extensions }) => /_LIMIT_/.test(extensions?.code ?? ''));
      setReckoned(plan !== undefined ? { plan } : refusal !== undefined ? { refusal } : null);
    };
    // Why it cannot be asked is shown when it runs.
    const timer = setTimeout(
      () => reckon().catch(() => outdated.signal.aborted || setReckoned(null)),
      pauseMs,
    );
    return () => {
      clearTimeout(timer);
      outdated.abort();
    };
  }, [query, variables, headers, operationName]);
  return reckoned;
};

/** What a run would cost, beside the limits. */
export const Estimate = ({ tab, places, windows, cursor, onGoTo }: EstimateProps) => {
  const operation = operationAt(documentOf(tab.query), cursor);
  const reckoned = useReckoned(tab, operation?.name?.value ?? null);
  return (
    <section class="estimate" aria-label="Before running">
      {reckoned === null && (
        <span class="muted">What a run costs shows here once the operation is valid.</span>
      )}
      {reckoned !== null && 'refusal' in reckoned && (
        <p class="refusal">{reckoned.refusal.message}</p>
      )}
      {reckoned !== null && 'plan' in reckoned && (
        <>
          <Costs plan={reckoned.plan} windows={windows} />
          {isTooMuch(reckoned.plan) && (
            <TooMuch places={places} variables={tab.variables} onGoTo={onGoTo} />
          )}
        </>
      )}
    </section>
  );
};

const ofLimit = ({ limit }: Budget): string => (limit === null ? '' : `of ${count(limit)}`);

const Costs = ({
  plan: { calls, objects, values, endpoints },
  windows,
}: {
  readonly plan: Plan;
  readonly windows: Windows;
}) => {
  const { limits } = facts;
  const left = tightest(
    windows,
    endpoints.flatMap(({ scopes }) => scopes),
  );
  return (
    <>
      <span title="At least, if lists are short, and at most">
        <b>{span(calls.least, calls.most)}</b> {calls.most === 1 ? 'call' : 'calls'}{' '}
        <i>of {count(limits.calls)}</i>
      </span>
      <span title="The most that it can answer with">
        up to <b>{count(objects)}</b> {objects === 1 ? 'object' : 'objects'}{' '}
        <i>of {count(limits.objects)}</i>
      </span>
      {values > limits.values && (
        <span title="Fields that are written for each object">
          up to <b>{count(values)}</b> values <i>of {count(limits.values)}</i>
        </span>
      )}
      {left !== null && (
        <span title={left.scope}>
          <b>{count(left.remaining)}</b> <i>{ofLimit(left)} left in the window</i>
          {left.resetAt !== null && <i> until {moment(new Date(left.resetAt))}</i>}
        </span>
      )}
      {endpoints.length > 0 && (
        <details>
          <summary>{many(endpoints.length, 'endpoint')}</summary>
          <ul>
            {endpoints.map(({ endpoint, least, most, scopes }) => {
              const window = tightest(windows, scopes);
              return (
                <li key={endpoint}>
                  <code>{endpoint}</code> {span(least, most)}
                  {window !== null && (
                    <i>
                      {' '}
                      · {count(window.remaining)} {ofLimit(window)} left
                    </i>
                  )}
                </li>
              );
            })}
          </ul>
        </details>
      )}
    </>
  );
};

const isTooMuch = ({ objects, values, calls }: Plan): boolean =>
  objects > facts.limits.objects ||
  values > facts.limits.values ||
  calls.least > facts.limits.calls;

interface TooMuchProps {
  readonly places: readonly Place[];
  readonly variables: string;
  readonly onGoTo: (field: string) => void;
}

const TooMuch = ({ places, variables, onGoTo }: TooMuchProps) => {
  const most = heaviest(places, variables);
  return (
    <p class="refusal" role="status">
      A run would be refused.
      {most !== null && (
        <>
          {' '}
          <button type="button" class="link" onClick={() => onGoTo(most.field)}>
            {most.field}
          </button>{' '}
          costs most: up to {count(most.objects)}.
        </>
      )}
    </p>
  );
};

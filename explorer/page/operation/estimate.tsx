import type { Forecast, RateBudget } from '../../../client/extensions.ts';
import { facts } from '../facts.ts';
import type { AnswerError } from '../gateway/answer-body.ts';
import { documentOf, type FieldSpot, operationAt } from '../language/spots.ts';
import { count, many, moment, span } from '../words.ts';
import type { Tab } from '../work/work.ts';
import { heaviest } from './heaviest.ts';
import { useEstimate } from './use-estimate.ts';
import { type KnownBudgets, tightest } from './windows.ts';

interface EstimateProps {
  readonly tab: Tab;
  readonly spots: readonly FieldSpot[];
  readonly windows: KnownBudgets;
  readonly cursor: number;
  /** The calls of the last run of this text with these variables; null if none is known. */
  readonly lastCalls: number | null;
  readonly onGoTo: (field: string) => void;
}

/** What a run needs at least if all its lists are full, which the limits are compared with. */
interface FullCost {
  readonly objects: number;
  readonly calls: number;
  readonly values: number;
}

/** What a run would cost, beside the limits. */
export const Estimate = ({ tab, spots, windows, cursor, lastCalls, onGoTo }: EstimateProps) => {
  const operation = operationAt(documentOf(tab.query), cursor);
  const estimated = useEstimate(tab, operation?.name?.value ?? null);
  return (
    <section class="estimate" aria-label="Before running">
      {estimated.kind === 'asking' && <span class="muted">Asking what a run costs …</span>}
      {estimated.kind === 'invalid' && (
        <span class="muted">What a run costs shows here once the operation is valid.</span>
      )}
      {estimated.kind === 'unknown' && (
        <span class="muted">What a run costs is not known. {estimated.why}</span>
      )}
      {estimated.kind === 'refused' && <p class="refusal">{estimated.refusal.message}</p>}
      {estimated.kind === 'known' && (
        <>
          <Costs
            forecast={estimated.forecast}
            full={fullCostOf(estimated.refusal)}
            windows={windows}
            text={`${tab.query} ${tab.variables}`}
            lastCalls={lastCalls}
          />
          {estimated.refusal !== null && (
            <TooMuch spots={spots} variables={tab.variables} onGoTo={onGoTo} />
          )}
        </>
      )}
    </section>
  );
};

const fullCostOf = (refusal: AnswerError | null): FullCost | null =>
  (refusal?.extensions?.['cost'] as FullCost | undefined) ?? null;

const ofLimit = ({ limit }: RateBudget): string => (limit === null ? '' : `of ${count(limit)}`);

interface CostsProps extends Pick<EstimateProps, 'windows' | 'lastCalls'> {
  readonly forecast: Forecast;
  /** Null if a run would not be refused. */
  readonly full: FullCost | null;
  /** The operation and its variables, as they were typed. */
  readonly text: string;
}

const Costs = ({
  forecast: { calls, objects, values, endpoints },
  full,
  windows,
  text,
  lastCalls,
}: CostsProps) => {
  const { limits } = facts;
  const scopes = endpoints.flatMap((one) => one.scopes);
  const left = tightest(windows, scopes, text);
  return (
    <>
      {lastCalls !== null && (
        <span title="The last run of this text with these variables, in this browser">
          <b>{many(lastCalls, 'call')}</b> the last time
        </span>
      )}
      <Calls {...calls} full={full} endpoints={endpoints} />
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
          {left.accountId !== null && <i> of {left.accountId}</i>}
          {left.resetAt !== null && <i> until {moment(new Date(left.resetAt))}</i>}
        </span>
      )}
      {endpoints.length > 0 && (
        <Endpoints endpoints={endpoints} windowOf={(of) => tightest(windows, of, text)} />
      )}
    </>
  );
};

interface CallsProps extends Pick<Forecast, 'endpoints'> {
  readonly least: number;
  readonly most: number;
  readonly full: FullCost | null;
}

/**
 * The calls of a run. The lower figure is estimated: the calls that are made whatever the API
 * answers. The upper one is that of full lists, or the limit, at which a run ends.
 */
const Calls = ({ least, most, full, endpoints }: CallsProps) => {
  const limit = facts.limits.calls;
  const mostOfOne = Math.max(0, ...endpoints.map((one) => one.most));
  const largest = endpoints.filter((one) => one.most === mostOfOne).map((one) => one.endpoint);
  if (full !== null && full.calls > limit) {
    return (
      <span title="What it needs at least if every list is full">
        at least <b>{many(full.calls, 'call')}</b> if every list is full <i>of {count(limit)}</i>
      </span>
    );
  }
  if (most >= limit && least < limit) {
    return (
      <span title={`Most may be ${largest.join(', ')}. The rows that there are decide.`}>
        at least <b>{many(least, 'call')}</b>,{' '}
        <i>more for more rows; a run ends at {count(limit)}</i>
      </span>
    );
  }
  return (
    <span title="At least: whatever the API answers. At most: if every list is full.">
      <b>{span(least, most)}</b> {most === 1 ? 'call' : 'calls'} <i>of {count(limit)}</i>
    </span>
  );
};

interface EndpointsProps extends Pick<Forecast, 'endpoints'> {
  readonly windowOf: (scopes: readonly string[]) => ReturnType<typeof tightest>;
}

const Endpoints = ({ endpoints, windowOf }: EndpointsProps) => (
  <details>
    <summary>{many(endpoints.length, 'endpoint')}</summary>
    <ul>
      {endpoints.map(({ endpoint, least, most, scopes }) => {
        const window = windowOf(scopes);
        return (
          <li key={endpoint}>
            <code>{endpoint}</code>{' '}
            {most >= facts.limits.calls && least < most
              ? `${count(least)} or more`
              : span(least, most)}
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
);

interface TooMuchProps {
  readonly spots: readonly FieldSpot[];
  readonly variables: string;
  readonly onGoTo: (field: string) => void;
}

const TooMuch = ({ spots, variables, onGoTo }: TooMuchProps) => {
  const most = heaviest(spots, variables);
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

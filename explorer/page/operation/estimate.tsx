import type { Forecast, RateBudget } from '../../../client/extensions.ts';
import { facts } from '../facts.ts';
import { documentOf, type FieldSpot, operationAt } from '../language/spots.ts';
import { Popup } from '../widgets/menu.tsx';
import { Terms } from '../widgets/terms.tsx';
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

/** The least cost of a run whose lists are all full, compared with the limits. */
interface FullCost {
  readonly objects: number;
  readonly calls: number;
  readonly values: number;
}

/** The cost of a run in one line; a click shows the limits and the endpoints. */
export const Estimate = ({ tab, spots, windows, cursor, lastCalls, onGoTo }: EstimateProps) => {
  const operation = operationAt(documentOf(tab.query), cursor);
  const estimated = useEstimate(tab, operation?.name?.value ?? null);
  return (
    <section class="estimate" aria-label="Before running">
      {estimated.kind === 'asking' && <p class="muted">Estimating the cost …</p>}
      {estimated.kind === 'invalid' && (
        <p class="muted">The cost appears here once the operation is valid.</p>
      )}
      {estimated.kind === 'unknown' && (
        <p class="muted" title={estimated.why}>
          The cost is unknown. {estimated.why}
        </p>
      )}
      {estimated.kind === 'refused' && <p class="bad">{estimated.refusal.message}</p>}
      {estimated.kind === 'known' && (
        <>
          <Costs
            forecast={estimated.forecast}
            full={(estimated.refusal?.extensions?.['cost'] as FullCost | undefined) ?? null}
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

const leftOf = ({ remaining, limit }: RateBudget): string =>
  `${count(remaining)}${limit === null ? '' : ` of ${count(limit)}`} left`;

interface CostsProps extends Pick<EstimateProps, 'windows' | 'lastCalls'> {
  readonly forecast: Forecast;
  /** Null if a run would not be refused. */
  readonly full: FullCost | null;
  /** The operation and its variables, as they were typed. */
  readonly text: string;
}

const Costs = ({ forecast, full, windows, text, lastCalls }: CostsProps) => {
  const { calls, objects, values, endpoints } = forecast;
  const scopes = endpoints.flatMap((one) => one.scopes);
  const left = tightest(windows, scopes, text);
  const needed = neededOf(calls, full);
  const line = [
    lastCalls === null ? needed : many(lastCalls, 'call'),
    `${compact.format(objects).toLowerCase()} ${objects === 1 ? 'object' : 'objects'}`,
    ...(left === null ? [] : [`${count(left.remaining)} left`]),
  ];
  const rows: Parameters<typeof Terms>[0]['of'] = [
    ['Calls', `${needed} of ${count(facts.limits.calls)}`],
    ...(lastCalls === null ? [] : [['Last run', many(lastCalls, 'call')] as const]),
    ['Objects', `up to ${count(objects)} of ${count(facts.limits.objects)}`],
    ['Values', `up to ${count(values)} of ${count(facts.limits.values)}`],
    ...(left === null ? [] : [[limitOf(left), `${leftOf(left)}${until(left)}`] as const]),
    ...endpoints.map(({ endpoint, least, most, scopes: own }) => {
      const window = tightest(windows, own, text);
      const cost = neededOf({ least, most }, null);
      return [endpoint, window === null ? cost : `${cost} · ${leftOf(window)}`] as const;
    }),
  ];
  return (
    <Popup class="costs" title={<span>{line.join(' · ')}</span>}>
      {() => <Terms of={rows} />}
    </Popup>
  );
};

/** Writes counts in few characters: `26K`. */
const compact = new Intl.NumberFormat('en', { notation: 'compact' });

const limitOf = ({ accountId }: { readonly accountId: string | null }): string =>
  accountId === null ? 'Rate limit' : `Rate limit of ${accountId}`;

const until = ({ resetAt }: RateBudget): string =>
  resetAt === null ? '' : ` until ${moment(new Date(resetAt))}`;

/**
 * The calls of a run: `1–4 calls`. The lower figure is certain, whatever the API returns; the upper
 * one assumes full lists. Beyond the limit of a run only the lower one is known: `1+ calls`.
 */
const neededOf = ({ least, most }: Forecast['calls'], full: FullCost | null): string => {
  const limit = facts.limits.calls;
  if (full !== null && full.calls > limit) return `${count(full.calls)}+ calls`;
  if (most >= limit && least < limit) return `${count(least)}+ calls`;
  return `${span(least, most)} ${most === 1 ? 'call' : 'calls'}`;
};

interface TooMuchProps extends Pick<EstimateProps, 'spots' | 'onGoTo'> {
  readonly variables: string;
}

const TooMuch = ({ spots, variables, onGoTo }: TooMuchProps) => {
  const most = heaviest(spots, variables);
  return (
    <p class="bad" role="status">
      Would be rejected.
      {most !== null && (
        <>
          {' '}
          <button type="button" class="link" onClick={() => onGoTo(most.field)}>
            {most.field}
          </button>{' '}
          costs the most: up to {count(most.objects)}.
        </>
      )}
    </p>
  );
};

import { lowerId } from '../../src/upstream/catalogue/language/identifiers.ts';
import { dayMs } from '../../src/upstream/catalogue/language/times.ts';
import type { Values } from '../../src/upstream/catalogue/language/values.ts';
import type { EmulatorResponse, Envelope } from '../envelope.ts';
import { refusal } from '../refusal.ts';
import type { Handler, Scope } from '../scope.ts';
import { activeIn } from '../stats/activity.ts';
import { everybody } from '../stats/day-delivery.ts';
import { delivered } from '../stats/delivery.ts';
import { figuresIn, unitsById } from '../stats/figures.ts';
import { handlers as jobHandlers, rules as jobRules } from '../stats/jobs.ts';
import { leafAt } from '../stats/leaves.ts';
import { echoOfRange, rangeOf, zoneOfAccount } from '../stats/range.ts';
import type { TimeSpan } from '../stats/versions.ts';

const noSegment = { segmentation_type: null, country: null, platform: null };

const answered = (
  scope: Scope,
  range: TimeSpan,
  { echo = {}, ...envelope }: Envelope & { readonly echo?: Values },
): EmulatorResponse => ({
  status: 200,
  envelope: {
    ...envelope,
    request: { params: { ...echoOfRange(scope.echo as Values, range), ...echo } },
  },
  omits: [],
});

const getStats: Handler = (scope) => {
  const zone = zoneOfAccount(scope);
  const range = rangeOf(scope, zone);
  // Placements that are sold by the day deliver nothing.
  const now = scope.input['placement'] === 'ALL_ON_TWITTER' ? scope.now() : range.from;
  const figures = figuresIn(scope, scope.input, { zone, range, now });
  return answered(scope, range, { ...figures, echo: noSegment });
};

const impressions = leafAt('impressions');
const leaves = leafAt('billed_engagements') + 1;

/** The number of people who saw ads, and the average number of times: it grows with the range. */
const reachOf = (shown: number, { from, to }: TimeSpan) => {
  const frequency = 1 + Math.log1p((to - from) / dayMs) / 3;
  const reach = Math.ceil(shown / frequency);
  return {
    total_audience_reach: reach,
    average_frequency: reach === 0 ? 0 : Math.round((shown / reach) * 100) / 100,
  };
};

const reach =
  (kind: string, parameter: string): Handler =>
  (scope) => {
    const zone = zoneOfAccount(scope);
    const range = rangeOf(scope, zone);
    const unitsOf = unitsById(scope, kind, parameter);
    const ids = [...new Set((scope.input[parameter] as readonly string[]).map(lowerId))];
    const bounds = [range.from, range.to];
    const data = ids.map((id) => {
      const request = { bounds, leaves, segment: everybody };
      const [counts] = delivered(unitsOf(id), request, { zone, now: scope.now() });
      return { id, ...reachOf(counts?.[impressions] ?? 0, range) };
    });
    return answered(scope, range, { data_type: 'reach', data });
  };
const listActiveEntities: Handler = (scope) => {
  const zone = zoneOfAccount(scope);
  const range = rangeOf(scope, zone);
  if (range.from >= scope.now()) {
    throw refusal(400, 'INVALID_TIME_WINDOW', 'Nothing has changed in the future', {
      parameter: 'start_time',
    });
  }
  const data = activeIn(scope, scope.input, { zone, range, now: scope.now() });
  return answered(scope, range, { data });
};

export const handlers: Readonly<Record<string, Handler>> = {
  getStats,
  listCampaignReach: reach('CAMPAIGN', 'campaign_ids'),
  listFundingInstrumentReach: reach('FUNDING_INSTRUMENT', 'funding_instrument_ids'),
  listActiveEntities,
  ...jobHandlers,
};

export const rules = jobRules;

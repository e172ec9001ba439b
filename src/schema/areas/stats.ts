import type { FieldCost, Load } from '../../resolvers/field.ts';
import { andThen } from '../../resolvers/reads/grouped.ts';
import { anyEntityOf } from '../../resolvers/reads/node.ts';
import { ofAccount } from '../../resolvers/reads/page.ts';
import { rangeIn, sizeOf } from '../../resolvers/reads/stats/range.ts';
import { reach } from '../../resolvers/reads/stats/reach.ts';
import { callsForRange, stats as load, rowsBeside } from '../../resolvers/reads/stats/stats.ts';
import { rows } from '../../resolvers/reads/value.ts';
import { account } from '../../upstream/catalogue/areas/accounts.ts';
import { campaign } from '../../upstream/catalogue/areas/campaigns.ts';
import { fundingInstrument } from '../../upstream/catalogue/areas/funding-instruments.ts';
import { lineItem } from '../../upstream/catalogue/areas/line-items.ts';
import { promotedAccount } from '../../upstream/catalogue/areas/promoted-accounts.ts';
import { promotedTweet } from '../../upstream/catalogue/areas/promoted-tweets.ts';
import { activeEntity, stats } from '../../upstream/catalogue/areas/stats.ts';
import type { RowEndpoint } from '../../upstream/catalogue/language/endpoint.ts';
import type { Entity } from '../../upstream/catalogue/language/entity.ts';
import { entityOfKind, type StatsKind } from '../../upstream/catalogue/metrics.ts';
import { InputError } from '../../upstream/client/errors.ts';
import { type Row, SOURCE } from '../../upstream/client/row.ts';
import { fieldsOf } from '../fields/args.ts';
import { builder } from '../fields/builder.ts';
import { addFields, entityType, linkToAny, nodeEntities } from '../fields/entities.ts';
import { loaded, loadedBy } from '../fields/loaded.ts';
import { entityRef } from '../fields/refs.ts';
import { restOf } from '../fields/rest.ts';
import {
  AccountStats,
  FundingInstrumentStats,
  placementOption,
  Stats,
  StatsRange,
} from '../fields/stats.ts';

const written: Readonly<Record<string, string>> = { startTime: 'start', endTime: 'end' };

/** An error about a parameter, with the name of the argument that supplied it. */
const withArgument = <T>(found: T): T | InputError => {
  if (!(found instanceof InputError)) return found;
  const [first, ...rest] = found.inputPath;
  return new InputError(
    found.message,
    [written[String(first)] ?? first ?? '', ...rest],
    found.facts,
  );
};

/** Loads the entities of accounts whose results changed between two times. */
const activeEntities = (endpoint: RowEndpoint): Load<Row, readonly (Row | Error)[]> => {
  const load = rows(endpoint, ofAccount);
  return (accounts, { start, end, ...args }, context, field) =>
    andThen(load(accounts, { ...args, startTime: start, endTime: end }, context, field), (found) =>
      found.map(withArgument),
    );
};

const rangeArg = (doc: string) =>
  builder.args((t) => ({
    range: t.field({ type: StatsRange, required: true, description: doc }),
  }));

const statsArgs = {
  ...rangeArg('The time span.'),
  ...builder.args((t) => ({ placement: t.field(placementOption) })),
};

const idsPerCall = stats.getStats.params.entity_ids.max ?? 20;

const statsCost = (kind: StatsKind): FieldCost => ({
  asks: stats.getStats.name,
  parentsPerCall: kind === 'ACCOUNT' ? 1 : idsPerCall,
  by: kind === 'ACCOUNT' ? 'account' : 'parent',
  objects: 'one',
  times: callsForRange,
  alsoReads: (args, field) => rowsBeside(kind, args, field),
  lists: (args) => sizeOf(rangeIn(args)),
});

const statsDoc = `Results. Up to ${idsPerCall} entities of one account and kind share a call; ranges longer than 7 days are read week by week and added up. Only what is selected is requested: ENGAGEMENT, BILLING and VIDEO in one call, each group of conversions in another. Weeks that ended more than 15 days ago are kept for 24 hours for the same viewer; the request header \`Cache-Control: no-cache\` reads them again. All such calls of a user share 250 in 15 minutes: a request beyond that is refused before its first call. ${restOf(stats.getStats)}`;

const addStats = (of: Entity, kind: StatsKind, type: typeof Stats): void =>
  addFields(of, {
    stats: {
      type,
      args: statsArgs,
      description: statsDoc,
      ...loaded(load(kind), { fromIds: true, check: rangeIn, cost: statsCost(kind) }),
    },
  });

addStats(campaign, 'CAMPAIGN', Stats);
addStats(lineItem, 'LINE_ITEM', Stats);
addStats(promotedTweet, 'PROMOTED_TWEET', Stats);
addStats(promotedAccount, 'PROMOTED_ACCOUNT', Stats);
addStats(fundingInstrument, 'FUNDING_INSTRUMENT', FundingInstrumentStats);
addStats(account, 'ACCOUNT', AccountStats);

const Reach = builder.objectRef<Row>('Reach').implement({
  description:
    'How many people saw ads. The figures of several ranges or entities do not add up: some people are in more than one.',
  fields: (t) => ({
    totalAudienceReach: t.field({
      type: 'Long',
      description: 'Number of people who saw an ad.',
      resolve: (row) => (row['total_audience_reach'] ?? null) as string | number | null,
    }),
    averageFrequency: t.float({
      description: 'How often each of them saw one, on average.',
      resolve: (row) => (row['average_frequency'] ?? null) as number | null,
    }),
  }),
});

const addReach = (of: Entity, endpoint: RowEndpoint, param: string): void =>
  addFields(of, {
    reach: {
      type: Reach,
      args: rangeArg('The time span. It is never divided, because reach does not add up.'),
      description: `How many people saw ads of it. Up to ${idsPerCall} in one call. ${restOf(endpoint)}`,
      ...loaded(reach(endpoint, param), {
        fromIds: true,
        check: rangeIn,
        cost: {
          asks: endpoint.name,
          parentsPerCall: idsPerCall,
          by: 'parent',
          objects: 'one',
          alsoReads: (args, field) => rowsBeside(null, args, field),
        },
      }),
    },
  });

addReach(campaign, stats.listCampaignReach, 'campaign_ids');
addReach(fundingInstrument, stats.listFundingInstrumentReach, 'funding_instrument_ids');

entityType(activeEntity);

const { listActiveEntities } = stats;
const { start_time: _start, end_time: _end, ...filters } = listActiveEntities.params;

addFields(account, {
  activeEntities: {
    type: [entityRef(activeEntity)],
    args: builder.args((arg) => ({
      ...fieldsOf(arg, filters),
      start: arg.field({
        type: 'DateTime',
        required: true,
        description: 'Start of the span in which changes were recorded; whole hours only.',
      }),
      end: arg.field({
        type: 'DateTime',
        required: true,
        description: 'End of the span, exclusive, at most 90 days after `start`; whole hours only.',
      }),
    })),
    description: `${listActiveEntities.doc}. A change can apply to an earlier time than that of its record. ${restOf(listActiveEntities)}`,
    ...loadedBy(listActiveEntities, activeEntities(listActiveEntities), {
      asks: listActiveEntities.name,
      parentsPerCall: 1,
      by: 'account',
      objects: { firstOr: 1000 },
    }),
  },
});

addFields(activeEntity, {
  entity: linkToAny(
    anyEntityOf(nodeEntities, {
      kinds: entityOfKind,
      kindOf: (row) => row[SOURCE].input?.['entity'],
    }),
    { doc: 'The entity itself', needs: ['entity_id'] },
  ),
});

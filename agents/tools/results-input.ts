import { z } from 'zod';
import { rangeFault } from '../../src/resolvers/reads/stats/range.ts';
import { lowerId, sameId } from '../../src/upstream/catalogue/language/identifiers.ts';
import {
  dayMs,
  dayNumber,
  hourMs,
  isDay,
  iso,
  plusDays,
  utc,
} from '../../src/upstream/catalogue/language/times.ts';
import { type Zone, zoneOf } from '../../src/upstream/catalogue/language/zones.ts';
import { entityOfKind } from '../../src/upstream/catalogue/metrics.ts';
import { ofErrors, ToolError, wrongArguments } from '../tool-error.ts';
import { globalIds } from './find-by-id.ts';
import { argumentsOf, kinds, type ToolCall, type ToolKind } from './tool.ts';

const day = z.string().refine(isDay, 'must be a day, such as 2026-05-19');
const time = z.string().transform((text, { addIssue }) => {
  const found = utc(text);
  if (found === null) addIssue('must be a time, such as 2026-05-19T07:00:00Z');
  return found ?? text;
});

/** The range of results: the members of `StatsRange`, one of which is given. */
const rangeInput = argumentsOf({
  lastDays: z.int().min(1).max(92).optional().describe('up to and including today'),
  days: z.strictObject({ first: day, last: day }).optional().describe('inclusive'),
  hours: z
    .strictObject({ start: time, end: time })
    .optional()
    .describe('whole hours, end exclusive'),
});

type GivenRange = z.infer<typeof rangeInput>;

/** A range in one account. Instants are milliseconds since 1970. */
interface KnownRange {
  /** As the graph takes it. */
  readonly range: GivenRange;
  /** The range of the same length before it. */
  readonly before: GivenRange;
  readonly from: number;
  readonly to: number;
  /** The days or hours, for the note about the range. */
  readonly text: string;
}

/** Throws ToolError for a range that the graph would refuse. */
export const checkRange = (range: GivenRange): void => {
  if (Object.keys(range).length !== 1) {
    throw wrongArguments([{ argument: 'range', message: 'Give one of lastDays, days, hours.' }]);
  }
  const fault = rangeFault(range);
  if (fault !== null) throw wrongArguments([fault]);
};

/** The days or hours of a checked range, in a time zone now. */
const knownRange = (given: GivenRange, zone: Zone, now: number): KnownRange => {
  const { lastDays, days, hours } = given;
  if (hours !== undefined) return ofHours(hours, now);
  const today = zone.dayAt(now);
  const { first, last } = days ?? { first: plusDays(today, 1 - (lastDays ?? 1)), last: today };
  const count = dayNumber(last) - dayNumber(first) + 1;
  const before = { first: plusDays(first, -count), last: plusDays(first, -1) };
  return {
    range: { days: { first, last } },
    before: { days: before },
    from: zone.midnight(first),
    to: zone.midnight(plusDays(last, 1)),
    text: `${first} to ${last} (${zone.name}). Today is ${today} there, and is not over.`,
  };
};

const ofHours = (hours: NonNullable<GivenRange['hours']>, now: number): KnownRange => {
  const [from, to] = [Date.parse(hours.start), Date.parse(hours.end)];
  const start = iso(2 * from - to);
  const text = `${hours.start} to ${hours.end}. It is ${iso(now)}.`;
  return { range: { hours }, before: { hours: { start, end: hours.start } }, from, to, text };
};

// The API records changes of charges for 14 days, and other figures for a day.
const spendChangesMs = 14 * dayMs;

/** A sentence about figures of a range that can still change; null if none can. */
export const notFinal = ({ to }: KnownRange, now: number): string | null => {
  if (to < now - spendChangesMs) return null;
  const since = iso(now - spendChangesMs).slice(0, 10);
  const all = to > now - dayMs ? 'All figures of the last 24 hours can change, ' : '';
  return `${all}${all === '' ? 'Spend' : 'spend'} since ${since} can still change.`;
};

/** The most days of one query for active things. */
const activeDays = 90;

/** The spans in which changes of a range's figures are recorded, in whole hours. */
const activeSpans = (
  { from, to }: KnownRange,
  now: number,
): readonly { readonly start: string; readonly end: string }[] => {
  const last = Math.min(Math.ceil(now / hourMs) * hourMs, to + 2 * spendChangesMs);
  const spans: { start: string; end: string }[] = [];
  for (let at = Math.floor(from / hourMs) * hourMs; at < last; at += activeDays * dayMs) {
    spans.push({ start: iso(at), end: iso(Math.min(last, at + activeDays * dayMs)) });
  }
  return spans;
};

/** The arguments of `ads_results`. */
export const resultsInput = argumentsOf({
  level: z.enum(kinds).describe('what each row is about'),
  account: z.string().max(100).optional().describe('id or name: all of it that ran'),
  ids: z.array(z.string().max(100)).min(1).max(500).optional().describe('only these'),
  range: rangeInput,
  metrics: z
    .array(z.string().max(100))
    .min(1)
    .max(20)
    .optional()
    .describe('fields of Metrics, such as spend, conversionPurchases'),
  by: z.enum(['DAY', 'HOUR']).optional(),
  sort: z.string().max(100).optional().describe('a metric; - first for the highest first'),
  top: z.int().min(1).max(10_000).optional().describe('only so many rows; totals are of all'),
  compare: z.boolean().optional().describe('also the range before, as …Before'),
});

export type ResultsInput = z.infer<typeof resultsInput>;

/** An account, and the things whose results are read. */
export interface WantedAccount {
  /** The id of the API. */
  readonly id: string;
  readonly name: string | null;
  /** Global. */
  readonly ids: readonly string[];
  readonly known: KnownRange;
}

/** The accounts of a call, each with its range and the ids of the level to read. */
export const accountsOf = async (
  { level, account, ids, range }: ResultsInput,
  from: ToolKind,
  call: ToolCall,
): Promise<readonly WantedAccount[]> => {
  const global = idsOf(entityOfKind[level], { account, ids });
  const accountIds =
    global === null ? [accountIn(account ?? '')] : [...new Set(global.map(accountIn))];
  const accountOf = await ownAccounts(accountIds, call);
  const wanted = accountIds.map(async (id): Promise<WantedAccount> => {
    const { zone, name } = accountOf(id);
    const known = knownRange(range, zone, call.now());
    const own = from === level ? global?.filter((one) => accountIn(one) === id) : undefined;
    return { id, name, known, ids: own ?? (await activeIds({ level: from, id, known }, call)) };
  });
  return Promise.all(wanted);
};

const idsOf = (
  type: string,
  { account, ids }: Pick<ResultsInput, 'account' | 'ids'>,
): readonly string[] | null => {
  if (type === 'Account') {
    const all = ids ?? (account === undefined ? [] : [account]);
    if (all.length > 0) return all.map((id) => `Account:${accountIn(id)}`);
  }
  if (ids !== undefined) return globalIds(type, { ids, account });
  if (account !== undefined) return null;
  throw wrongArguments([{ argument: 'account', message: 'Give an account, or ids.' }]);
};

/** The id of the account that a global id names: `18ce54bik3s` of `Campaign:18ce54bik3s:c1`. */
const accountIn = (id: string): string => lowerId(id.split(':')[1] ?? id);

const document = `query Zones($ids: [ID!]!) {
  accounts(accountIds: $ids, first: 200) { nodes { restId name timezone } }
}`;

interface AccountsData {
  readonly accounts: {
    readonly nodes: readonly {
      readonly restId: string;
      readonly name: string | null;
      readonly timezone: string | null;
    }[];
  } | null;
}

/** Finds the name and the time zone of each of these accounts, by its id. */
const ownAccounts = async (ids: readonly string[], { graph }: ToolCall) => {
  const { data, errors } = await graph.query<AccountsData>({
    text: document,
    variables: { ids: ids.slice(0, 200) },
  });
  if (data.accounts === null) throw ofErrors(errors);
  const rows = data.accounts.nodes;
  return (id: string): { readonly zone: Zone; readonly name: string | null } => {
    const found = rows.find(({ restId }) => sameId(restId, id));
    const zone = zoneOf(found?.timezone ?? '');
    if (found !== undefined && zone !== null) return { zone, name: found.name };
    const message = `There is no account ${id} here, or its time zone is unknown.`;
    throw new ToolError('NOT_FOUND', message);
  };
};

interface ActiveData {
  readonly account: Readonly<Record<string, readonly { readonly entityId: string }[]>> | null;
}

/** The ids of everything that ran in the range, as the API lists them: nothing else is read. */
const activeIds = async (
  {
    level,
    id,
    known,
  }: Pick<WantedAccount, 'id' | 'known'> & { readonly level: ResultsInput['level'] },
  { graph, now }: ToolCall,
): Promise<readonly string[]> => {
  const lists = activeSpans(known, now()).map(
    ({ start, end }, at) =>
      `s${at}: activeEntities(entity: ${level}, start: "${start}", end: "${end}") { entityId }`,
  );
  if (lists.length === 0) return [];
  const text = `query Active($id: ID!) { account(id: $id) { ${lists.join('\n')} } }`;
  const { data, errors } = await graph.query<ActiveData>({ text, variables: { id } });
  // An incomplete list would make wrong sums.
  if (errors[0] !== undefined) {
    throw new ToolError(String(errors[0].extensions?.['code']), errors[0].message);
  }
  const found = Object.values(data.account ?? {}).flat();
  return [...new Set(found.map(({ entityId }) => `${entityOfKind[level]}:${id}:${entityId}`))];
};

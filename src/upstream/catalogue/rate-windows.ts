import { endpoints } from './index.ts';
import type { Endpoint } from './language/endpoint.ts';

/** The names of the classes. `own` stands for all endpoints with a limit of their own. */
export const windowNames = [
  'counted',
  'own',
  'audiences',
  'platform',
  'measurement',
  'writes',
  'stats',
  'shows',
  'targeting',
  'insights',
  'core',
  'account',
  'global',
] as const;

/** A class of requests that share a limit. */
interface WindowClass {
  readonly name: (typeof windowNames)[number];
  readonly limit: number;
  readonly seconds: number;
  /** The owner of a window: a user, an endpoint for a user, or an endpoint for an account. */
  readonly per: 'user' | 'endpoint' | 'account';
  /** The requests whose limit holds without an answer: all, or those for reference data. */
  readonly assumed?: 'always' | 'reference';
  readonly holds: (endpoint: Endpoint, counted: boolean) => boolean;
}

const quarter = 900;
const core = /\/(campaigns|line_items|promoted_tweets|targeting_criteria)(\/\{\w+\})?$/;

const audiences = /\/(custom_audiences|tailored_audiences|do_not_reach_lists)/;
// Their limit is documented in events; a request has at least one.
const measurement = /^(measurement\/conversions\/|conversion_event$)/;

/** The windows of the endpoints that have a limit of their own. */
const ownWindows = [...new Set(endpoints.flatMap(({ perQuarter }) => perQuarter ?? []))].map(
  (limit): WindowClass => ({
    name: 'own',
    limit,
    seconds: quarter,
    per: 'endpoint',
    assumed: 'always',
    holds: ({ perQuarter }) => perQuarter === limit,
  }),
);

/**
 * Publicly known figures beyond the specification; the first class that holds a request counts it.
 * For tokens and streams no figure is documented, and none of them uses up another's window.
 */
// biome-ignore format: a table is read by its rows
export const windowClasses: readonly WindowClass[] = [
  { name: 'counted', limit: 200, seconds: quarter, per: 'endpoint', assumed: 'always', holds: (_endpoint, counted) => counted },
  ...ownWindows,
  { name: 'audiences', limit: 1500, seconds: 60, per: 'endpoint', holds: ({ path }) => audiences.test(path) },
  { name: 'platform', limit: 450, seconds: 60, per: 'endpoint', holds: ({ host }) => host === 'platform' },
  { name: 'measurement', limit: 60_000, seconds: quarter, per: 'endpoint', holds: ({ path }) => measurement.test(path) },
  { name: 'writes', limit: 450, seconds: 60, per: 'user', assumed: 'always', holds: ({ readOnly }) => !readOnly },
  { name: 'stats', limit: 250, seconds: quarter, per: 'user', assumed: 'always', holds: ({ path }) => path.startsWith('stats/accounts/') },
  { name: 'shows', limit: 2000, seconds: quarter, per: 'endpoint', assumed: 'always', holds: ({ path }) => path.startsWith('targeting_criteria/tv_') },
  { name: 'targeting', limit: 400, seconds: quarter, per: 'user', assumed: 'always', holds: ({ path }) => path.startsWith('targeting_criteria/') },
  { name: 'insights', limit: 500, seconds: quarter, per: 'user', holds: ({ path }) => path.startsWith('insights/') },
  { name: 'core', limit: 10_000, seconds: quarter, per: 'account', holds: ({ path }) => core.test(path) },
  { name: 'account', limit: 2000, seconds: quarter, per: 'account', holds: ({ path }) => path.includes('{account_id}') },
  { name: 'global', limit: 5, seconds: quarter, per: 'endpoint', assumed: 'reference', holds: () => true },
];

/** The window that calls of an endpoint count in. */
export interface CallWindow {
  readonly of: WindowClass;
  /** `user:writes`, or `account:listCampaigns`, which the account's id follows. */
  readonly scope: string;
  /** The names of the windows that answers can tell of: the user's and the account's. */
  readonly userScope: string;
  readonly accountScope: string;
  /** True if its limit holds though no answer says so. */
  readonly assumed: boolean;
}

const windowOf = (endpoint: Endpoint, counted: boolean): CallWindow => {
  const of = windowClasses.find(({ holds }) => holds(endpoint, counted));
  if (of === undefined) throw new TypeError(`no window holds ${endpoint.name}`);
  const what = of.per === 'user' ? of.name : `${endpoint.name}${counted ? ':total' : ''}`;
  const [userScope, accountScope] = [`user:${what}`, `account:${what}`];
  const assumed = of.assumed === 'always' || (of.assumed === 'reference' && endpoint.isReference);
  const scope = of.per === 'account' ? accountScope : userScope;
  return Object.freeze({ of, scope, userScope, accountScope, assumed });
};

/** The windows of an endpoint: of its usual calls, and of those that request a total. */
interface EndpointWindows {
  readonly standard: CallWindow;
  readonly counted: CallWindow;
}

const windows: ReadonlyMap<string, EndpointWindows> = new Map(
  endpoints.map((endpoint) => [
    endpoint.name,
    { standard: windowOf(endpoint, false), counted: windowOf(endpoint, true) },
  ]),
);

/** The windows that the calls of an endpoint count in. */
export const windowsOf = ({ name }: Pick<Endpoint, 'name'>): EndpointWindows => {
  const found = windows.get(name);
  if (found === undefined) throw new TypeError(`the catalogue has no endpoint ${name}`);
  return found;
};

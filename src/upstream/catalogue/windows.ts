import { endpoints } from './index.ts';
import type { Endpoint } from './language/endpoint.ts';

/** A class of requests that share a limit. */
export interface WindowClass {
  readonly name: string;
  readonly limit: number;
  readonly seconds: number;
  /** What has a window of its own: a user, an endpoint for a user, or an endpoint for an account. */
  readonly per: 'user' | 'endpoint' | 'account';
  readonly holds: (endpoint: Endpoint, counted: boolean) => boolean;
}

const quarter = 900;
const core = /\/(campaigns|line_items|promoted_tweets|targeting_criteria)(\/\{\w+\})?$/;

/** Publicly known figures beyond the specification; the first class that holds a request counts it. */
export const windowClasses: readonly WindowClass[] = [
  {
    name: 'counted',
    limit: 200,
    seconds: quarter,
    per: 'endpoint',
    holds: (_endpoint, counted) => counted,
  },
  {
    name: 'audiences',
    limit: 1500,
    seconds: 60,
    per: 'endpoint',
    holds: ({ path }) => /\/(custom|tailored)_audiences/.test(path),
  },
  {
    name: 'writes',
    limit: 450,
    seconds: 60,
    per: 'user',
    holds: ({ readOnly }) => !readOnly,
  },
  {
    name: 'insights',
    limit: 500,
    seconds: quarter,
    per: 'user',
    holds: ({ path }) => path.startsWith('insights/'),
  },
  {
    name: 'core',
    limit: 10_000,
    seconds: quarter,
    per: 'account',
    holds: ({ path }) => core.test(path),
  },
  {
    name: 'account',
    limit: 2000,
    seconds: quarter,
    per: 'account',
    holds: ({ path }) => path.includes('{account_id}'),
  },
  { name: 'global', limit: 5, seconds: quarter, per: 'endpoint', holds: () => true },
];

/** The window that calls of an endpoint count in: its class, and the name by which it is shown. */
export interface CallWindow {
  readonly of: WindowClass;
  /** Whose it is, and what shares it: `user:writes`, `user:listAccounts`, `account:listCampaigns`. */
  readonly scope: string;
}

const windowOf = (endpoint: Endpoint, counted: boolean): CallWindow => {
  const of = windowClasses.find(({ holds }) => holds(endpoint, counted));
  if (of === undefined) throw new TypeError(`no window holds ${endpoint.name}`);
  if (of.per === 'user') return { of, scope: `user:${of.name}` };
  const whose = of.per === 'account' ? 'account' : 'user';
  return { of, scope: `${whose}:${endpoint.name}${counted ? ':total' : ''}` };
};

/** The windows of an endpoint: of its usual calls, and of those that ask for a total. */
interface Windows {
  readonly usual: CallWindow;
  readonly counted: CallWindow;
}

const windows: ReadonlyMap<string, Windows> = new Map(
  endpoints.map((endpoint) => [
    endpoint.name,
    { usual: windowOf(endpoint, false), counted: windowOf(endpoint, true) },
  ]),
);

/** The windows that the calls of an endpoint count in. */
export const windowsOf = ({ name }: Pick<Endpoint, 'name'>): Windows => {
  const found = windows.get(name);
  if (found === undefined) throw new TypeError(`the catalogue has no endpoint ${name}`);
  return found;
};

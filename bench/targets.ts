import { fileURLToPath } from 'node:url';
import type { Dialect } from './workload/dialects.ts';
import { named, nodes, plain, relay } from './workload/dialects.ts';

/** A server that receives the workload. */
export interface Target {
  readonly name: string;
  readonly about: string;
  readonly dialect: Dialect;
  /** The path that takes requests. */
  readonly path: string;
  /** The program and its arguments, from the root of its version of the project. */
  readonly program: readonly string[];
  /** The folder of that version. */
  readonly root: string;
  readonly env: (upstream: string) => Readonly<Record<string, string>>;
  /** True if it answers queries with results. */
  readonly readsResults: boolean;
  /** The packages that it consists of. */
  readonly packages: readonly string[];
}

/** The root of the project. */
export const root = fileURLToPath(new URL('..', import.meta.url));

// The start is that of its users: signing, log, checks and limits are on, and all limits but one
// have their usual values.
const gateway = {
  root,
  path: '/graphql',
  program: ['src/main.ts', 'start'],
  env: (upstream: string) => ({
    ADS_API_URL: upstream,
    // Every query costs its calls, as with the peers.
    LIMIT_KEPT_LIST_MS: '0',
    ADS_CONSUMER_KEY: 'benchmarkConsumerKey',
    ADS_CONSUMER_SECRET: 'benchmarkConsumerSecret',
    ADS_ACCESS_TOKEN: '1-benchmarkAccessToken',
    ADS_ACCESS_TOKEN_SECRET: 'benchmarkAccessTokenSecret',
  }),
  readsResults: true,
  packages: [],
};

const peer = (file: string, packages: readonly string[]) => ({
  root,
  path: '/graphql',
  program: [`bench/peers/${file}.ts`],
  env: (upstream: string) => ({ UPSTREAM: upstream }),
  readsResults: false,
  packages: [...packages, 'oauth-1.0a', 'undici'],
});

/** The floor: the target that all others are compared with. */
export const floor: Target = {
  ...peer('floor', []),
  readsResults: true,
  name: 'floor',
  about: 'a program written by hand for these queries, without GraphQL',
  dialect: named,
};

/** The gateway of this project. */
export const ours: Target = {
  ...gateway,
  name: 'ours',
  about: 'this gateway, as its users start it',
  dialect: nodes,
};

/** Every target, in the order of the tables. */
export const targets: readonly Target[] = [
  floor,
  ours,
  {
    ...gateway,
    name: 'ours-relay',
    about: 'this gateway, asked as Relay asks: global ids, type names, edges, cursors',
    dialect: relay,
  },
  {
    ...peer('mercurius', ['mercurius', 'fastify', 'graphql']),
    name: 'mercurius',
    about: 'Mercurius on Fastify, with its compiler and its loaders',
    dialect: plain,
  },
  {
    ...peer('grafast', ['grafast', 'grafserv', 'graphql']),
    name: 'grafast',
    about: 'Grafast behind Grafserv, with plans that batch every level',
    dialect: plain,
  },
  {
    ...peer('yoga', ['graphql-yoga', '@pothos/core', 'dataloader', 'graphql']),
    name: 'yoga',
    about: 'GraphQL Yoga, Pothos and DataLoader',
    dialect: plain,
  },
  {
    ...peer('apollo', ['@apollo/server', 'dataloader', 'graphql']),
    name: 'apollo',
    about: 'Apollo Server and DataLoader',
    dialect: plain,
    path: '/',
  },
];

import { parseArgs } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import type { Target } from './targets.ts';
import { targets } from './targets.ts';
import type { Query } from './workload/queries.ts';
import { queries } from './workload/queries.ts';

/** The measurements of a run, and their length. */
export interface Options {
  readonly targets: readonly Target[];
  /** Commits whose gateways are measured beside them. */
  readonly against: readonly string[];
  readonly queries: readonly Query[];
  readonly rounds: number;
  /** Seconds of CPU that a target spends before anything is measured, on all queries together. */
  readonly warmSeconds: number;
  /** Seconds for which a target answers one query in one round. */
  readonly seconds: number;
  /** Requests one after the other, with a slow upstream. */
  readonly latencySamples: number;
  /** Seconds to wait in all for moments without other programs. */
  readonly patienceSeconds: number;
  readonly measuresGrowth: boolean;
  /** The Node that the targets run on, and its flags. */
  readonly node: string;
  readonly nodeFlags: readonly string[];
  readonly publishes: boolean;
  /** The query to profile the gateway with, instead of measuring anything. */
  readonly profile: Query | null;
  /** The options as they were typed. */
  readonly typed: string;
}

/** The settings that every run shares: requests in flight, and milliseconds of a slow upstream. */
export const settings = { concurrency: 16, latencyMs: 40 } as const;

const usage = `Usage: npm run bench -- [options]
  --targets ours,floor     only these: ${targets.map(({ name }) => name).join(', ')}
  --against COMMIT,COMMIT  also the gateway of these commits, by turns
  --queries Q1,Q5          only these: ${queries.map(({ name }) => name).join(', ')}
  --rounds 3               how often every figure is measured; tables show the quietest round, multiples the median
  --patience 120           seconds to wait in all for moments in which no other program uses the cores
  --quick                  one short round, for development: figures move by a fifth
  --publish                also writes docs/performance.md and docs/performance.svg
  --node FILE              runs every target on this Node
  --node-flags="FLAGS"     with these flags; those of npm start unless said
  --profile Q5             no figures: the functions in which the target spends its time on one query`;

/** An option that cannot be used, explained in one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The flags of Node that `npm start` has. */
const startFlags = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'));

const described = {
  targets: { type: 'string' },
  against: { type: 'string' },
  queries: { type: 'string' },
  rounds: { type: 'string' },
  patience: { type: 'string' },
  quick: { type: 'boolean', default: false },
  publish: { type: 'boolean', default: false },
  node: { type: 'string', default: process.execPath },
  // The flags of `npm start`, for every target.
  'node-flags': { type: 'string', default: startFlags.join(' ') },
  profile: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

const valuesOf = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options: described }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
};

const chosen = <T extends { readonly name: string }>(
  from: readonly T[],
  names: string | undefined,
): readonly T[] => {
  if (names === undefined) return from;
  const unknown = names.split(',').find((name) => from.every((item) => item.name !== name));
  if (unknown !== undefined) {
    throw new UsageError(`${unknown} is none of ${from.map(({ name }) => name).join(', ')}`);
  }
  return from.filter(({ name }) => names.split(',').includes(name));
};

const wholeOf = (name: string, text: string, [least, most]: readonly [number, number]): number => {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new UsageError(`--${name} must be a whole number from ${least} to ${most}`);
};

/** Reads the options; throws a UsageError for the first invalid one. */
export const readOptions = (args: readonly string[]): Options => {
  const values = valuesOf(args);
  if (values.help) throw new UsageError(usage);
  const { quick, publish } = values;
  const narrowed = [values.targets, values.against, values.queries];
  if (publish && (quick || narrowed.some((value) => value !== undefined))) {
    throw new UsageError(
      '--publish takes a full run: leave out --quick, --targets, --against and --queries',
    );
  }
  return {
    targets: chosen(targets, values.targets),
    against: values.against?.split(',') ?? [],
    queries: chosen(queries, values.queries),
    rounds: wholeOf('rounds', values.rounds ?? (quick ? '1' : '3'), [1, 100]),
    warmSeconds: quick ? 6 : 11,
    seconds: quick ? 0.4 : 0.8,
    latencySamples: quick ? 5 : 25,
    patienceSeconds: wholeOf('patience', values.patience ?? (quick ? '30' : '120'), [0, 36_000]),
    measuresGrowth: !quick && values.queries === undefined,
    node: values.node,
    nodeFlags: values['node-flags'].split(' ').filter((flag) => flag !== ''),
    publishes: publish,
    profile: values.profile === undefined ? null : (chosen(queries, values.profile)[0] ?? null),
    typed: ['npm run bench', ...(args.length > 0 ? ['--', ...args] : [])].join(' '),
  };
};

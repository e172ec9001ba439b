import { globSync, readFileSync, writeFileSync } from 'node:fs';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import type { Kind } from './kinds.ts';
import { kindOf, kinds, kindsOfNode } from './kinds.ts';

const recorded = new URL('../test-counts.json', import.meta.url);

type ModulesByKind = ReadonlyMap<Kind, readonly TestModule[]>;

/** The number of tests of each kind. */
type Counts = Readonly<Partial<Record<Kind, number>>>;

const number = new Intl.NumberFormat('en-US').format;

const testsOf = (modules: readonly TestModule[]): number =>
  modules.reduce((sum, module) => sum + [...module.children.allTests()].length, 0);

const secondsOf = (modules: readonly TestModule[]): number =>
  modules.reduce((sum, module) => {
    const { collectDuration, duration, setupDuration } = module.diagnostic();
    return sum + (collectDuration + duration + setupDuration) / 1000;
  }, 0);

const byKind = (modules: readonly TestModule[]): ModulesByKind =>
  new Map(
    kinds
      .map((kind) => [kind, modules.filter(({ project }) => project.name === kind)] as const)
      .filter(([, files]) => files.length > 0),
  );

const countsOf = (modules: ModulesByKind): Counts =>
  Object.fromEntries([...modules].map(([kind, files]) => [kind, testsOf(files)]));

const total = (counts: Counts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** The counts of the kinds that need more than Node: the others count themselves in each run. */
const ofTheRest = (counts: Counts): string => {
  const rest = Object.entries(counts).filter(([kind]) => !kindsOfNode.includes(kind as Kind));
  return `${JSON.stringify(Object.fromEntries(rest), null, 2)}\n`;
};

const rowOf = ([kind, files]: readonly [Kind, readonly TestModule[]]): string =>
  [
    kind.padEnd(10),
    `${number(files.length).padStart(5)} files`,
    `${number(testsOf(files)).padStart(7)} tests`,
    `${number(Math.round(secondsOf(files))).padStart(7)} file seconds`,
  ].join('');

/** Every file and test of these kinds, with the usual figures of random tests. */
const isWhole = (modules: ModulesByKind, { config }: Vitest): boolean => {
  const files = [...modules.values()].flat().length;
  const wanted = globSync('test/*/*.test.ts', { cwd: config.root });
  return (
    files === wanted.filter((file) => modules.has(kindOf(file))).length &&
    config.testNamePattern === undefined &&
    process.env['SOAK'] === undefined
  );
};

const printRest = (counts: Counts): void => {
  const all = total(counts) + total(JSON.parse(readFileSync(recorded, 'utf8')) as Counts);
  const ran = `${number(total(counts))} of ${number(all)} tests ran`;
  console.log(`${ran}: those that need nothing but Node. npm run test:all runs the rest too.`);
};

const record = (counts: Counts): void => {
  const rest = ofTheRest(counts);
  if (rest === readFileSync(recorded, 'utf8')) return;
  if (process.env['CI'] === undefined) {
    writeFileSync(recorded, rest);
    return;
  }
  console.error('test/test-counts.json is stale: npm run test:all writes it.');
  process.exitCode = 1;
};

/**
 * The last line of `npm test`: the number of its tests, the number of all, and the command that
 * runs the rest. `npm run test:all` prints a table by kind, and records the other counts for that
 * line in `test/test-counts.json`; in CI, counts that differ from it are a failure.
 */
export class SummaryReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(ended: readonly TestModule[]): void {
    const modules = byKind(ended);
    if (this.#vitest === undefined || !isWhole(modules, this.#vitest)) return;
    const counts = countsOf(modules);
    const ran = [...modules.keys()].join();
    if (ran === kindsOfNode.join()) printRest(counts);
    if (ran !== kinds.join()) return;
    console.log([...modules].map(rowOf).join('\n'));
    console.log(`All ${number(total(counts))} tests ran.`);
    record(counts);
  }
}

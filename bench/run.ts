import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, platform, totalmem } from 'node:os';
import { measureFresh } from './fresh.ts';
import { measureGrowth } from './growth.ts';
import { measureQueries } from './measure.ts';
import type { Options } from './options.ts';
import { readOptions, UsageError } from './options.ts';
import { installPackages, pinned } from './packages.ts';
import { isPinned, pinSelf } from './processes.ts';
import { profile } from './profile.ts';
import { publish } from './report/publish.ts';
import { report } from './report/report.ts';
import type { Results, TargetResults } from './results.ts';
import type { RunningTarget } from './stage.ts';
import { outFolder, setStage, startTarget } from './stage.ts';
import { peakMemoryOf } from './usage.ts';
import { versionAt } from './versions.ts';

const begin = performance.now();

const tell = (text: string): void => {
  const seconds = ((performance.now() - begin) / 1000).toFixed(0).padStart(4);
  process.stderr.write(`${seconds} s  ${text}\n`);
};

const versionOf = (node: string): string => {
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (status !== 0) throw new UsageError(`${node} is no Node that runs here`);
  return stdout.trim();
};

const measure = async (options: Options): Promise<Results> => {
  const node = versionOf(options.node);
  const stage = await setStage();
  const started: RunningTarget[] = [];
  for (const target of [...options.targets, ...options.against.map(versionAt)]) {
    started.push(await startTarget(target, stage.upstreamUrl, options));
  }
  tell(`${started.length} targets on Node ${node}`);
  const outcomes = await measureQueries(stage, started, { ...options, tell });
  const targets = started.map(({ target, pid }): TargetResults => {
    const own = outcomes.filter((outcome) => outcome.started.target === target);
    return {
      name: target.name,
      about: target.about,
      versions: Object.fromEntries(target.packages.map((name) => [name, pinned[name] ?? ''])),
      peakMemoryMb: peakMemoryOf(pid),
      queries: Object.fromEntries(own.map(({ query, figures }) => [query.name, figures])),
    };
  });
  // The last step, because its large answers would change the memory of the two targets that it
  // compares.
  const compared = started.filter(({ target }) => ['floor', 'ours'].includes(target.name));
  const growth = options.measuresGrowth ? await measureGrowth(stage, compared, options) : [];
  const own = started.find(({ target }) => target.name === 'ours');
  if (options.measuresGrowth && own !== undefined) {
    growth.push(await measureFresh(stage, own, options.rounds));
  }
  tell('done');
  return { ...conditions(options, node), targets, growth };
};

const conditions = (options: Options, node: string) => ({
  date: new Date().toISOString().slice(0, 10),
  command: options.typed,
  machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB`,
  node,
  nodeFlags: options.nodeFlags,
  isPinned,
  rounds: options.rounds,
  seconds: options.seconds,
  latencySamples: options.latencySamples,
});

const run = async (): Promise<void> => {
  const options = readOptions(process.argv.slice(2));
  if (platform() !== 'linux') throw new UsageError('needs Linux: CPU is read from /proc');
  installPackages();
  if (!isPinned)
    tell('taskset or a second core is missing: nothing is bound to a core, figures move more');
  pinSelf();
  if (options.profile !== null) {
    await profile({ ...options, query: options.profile, tell });
    return;
  }
  const results = await measure(options);
  writeFileSync(`${outFolder}results.json`, `${JSON.stringify(results, null, 2)}\n`);
  process.stdout.write(report(results));
  if (options.publishes) publish(results);
};

run().then(
  () => process.exit(0),
  (error: unknown) => {
    const isTold = error instanceof UsageError;
    process.stderr.write(
      `bench: ${isTold ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
    );
    process.exit(1);
  },
);

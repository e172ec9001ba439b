import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { check } from './check.ts';
import type { Report } from './measure.ts';
import type { Options } from './options.ts';
import { stop } from './processes.ts';
import { table } from './report/table.ts';
import { outFolder, setStage, startTarget } from './stage.ts';
import { ours, root } from './targets.ts';
import { versionAt } from './versions.ts';
import type { Query } from './workload/queries.ts';

interface Frame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}

/** The profile that Node writes with --cpu-prof; times are in microseconds. */
interface CpuProfile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: Frame }[];
  readonly startTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const seconds = { warm: 4, measured: 6 } as const;
const shown = 40;
const profileFolder = `${outFolder}profile/`;
const flags = ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`, '--cpu-prof-interval=200'];

/** Prints the functions in which a warm target spends its time while it answers one query. */
export const profile = async (
  options: Options & { readonly query: Query; readonly tell: Report },
): Promise<void> => {
  const { query, targets, against, node, nodeFlags, tell } = options;
  const [commit] = against;
  const [only = ours] = targets.length === 1 ? targets : [];
  const target = commit === undefined ? only : versionAt(commit);
  rmSync(profileFolder, { recursive: true, force: true });
  const stage = await setStage();
  const runtime = { node, nodeFlags: [...flags, ...nodeFlags] };
  const started = await startTarget(target, stage.upstreamUrl, runtime);
  const { ask } = await check(stage, started, query);
  await stage.load({ ...ask, seconds: seconds.warm });
  tell(`${target.name} is warm for ${query.name}`);
  const from = microseconds();
  const { requests } = await stage.load({ ...ask, seconds: seconds.measured });
  const until = microseconds();
  await stop(started.child);
  const [file] = readdirSync(profileFolder);
  const text = readFileSync(`${profileFolder}${file}`, 'utf8');
  const frames = selfTimes(JSON.parse(text) as CpuProfile, from, until);
  process.stdout.write(
    `${summary(frames, requests)}\nThe whole profile: ${profileFolder}${file}\n`,
  );
};

// The profile uses the same clock.
const microseconds = (): number => Number(process.hrtime.bigint() / 1000n);

interface FrameTime {
  readonly frame: Frame;
  readonly time: number;
}

const selfTimes = (
  { nodes, startTime, samples, timeDeltas }: CpuProfile,
  from: number,
  until: number,
): readonly FrameTime[] => {
  const times = new Map<number, number>();
  let now = startTime;
  samples.forEach((id, index) => {
    const delta = timeDeltas[index] ?? 0;
    now += delta;
    if (now >= from && now <= until) times.set(id, (times.get(id) ?? 0) + delta);
  });
  return nodes
    .map(({ id, callFrame }) => ({ frame: callFrame, time: times.get(id) ?? 0 }))
    .filter(({ frame, time }) => time > 0 && frame.functionName !== '(idle)');
};

const summary = (frames: readonly FrameTime[], requests: number): string => {
  const total = frames.reduce((sum, { time }) => sum + time, 0);
  const rowsBy = (nameOf: (frame: Frame) => string): readonly (readonly string[])[] =>
    [...Map.groupBy(frames, ({ frame }) => nameOf(frame))]
      .map(([name, own]) => ({ name, time: own.reduce((sum, { time }) => sum + time, 0) }))
      .sort((a, b) => b.time - a.time)
      .slice(0, shown)
      .map(({ name, time }) => [
        name,
        `${((time / total) * 100).toFixed(1)} %`,
        (time / requests).toFixed(1),
      ]);
  const head = ['', 'self time', 'µs a request'];
  return [
    `${requests} requests, ${(total / requests).toFixed(0)} µs each\n`,
    table(['Where', ...head.slice(1)], rowsBy(placeOf)),
    '',
    table(['Function', ...head.slice(1)], rowsBy(functionOf)),
  ].join('\n');
};

const longestName = 60;

const functionOf = (frame: Frame): string => {
  const name = frame.functionName.slice(0, longestName) || '(anonymous)';
  return frame.url === '' ? name : `${name}  ${fileOf(frame)}:${frame.lineNumber + 1}`;
};

const fileOf = ({ url }: Frame): string =>
  (url.startsWith('file:') ? fileURLToPath(url) : url)
    .replace(root, '')
    .replace('node_modules/', '');

/** The package, the folder of the project, or the part of Node that a function belongs to. */
const placeOf = (frame: Frame): string => {
  if (frame.url === '') return frame.functionName.startsWith('(') ? frame.functionName : 'built in';
  const file = fileOf(frame);
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(frame.url);
  if (inPackage !== null) return inPackage[1] ?? file;
  return file.startsWith('node:') ? 'node' : file.split('/').slice(0, -1).join('/');
};

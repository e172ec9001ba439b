import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Loaded into a process before its program. On request, it reports the longest time to its parent
 * for which its thread worked without a turn of the event loop. It counts CPU time of the thread,
 * so that a busy machine adds nothing.
 */

const everyMs = 5;

const worked = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

let last = worked();
let longest = 0;

const look = (): void => {
  const now = worked();
  longest = Math.max(longest, now - last);
  last = now;
};

setInterval(look, everyMs).unref();

const rows = Array.from({ length: 500 }, (_, id) => ({ id: `row${id}`, name: 'x'.repeat(50) }));

// The work is long, because some systems count a thread's time in steps of some milliseconds.
const workOnce = (): number => {
  const start = worked();
  for (let round = 0; round < 400; round += 1) {
    const copy = JSON.parse(JSON.stringify(rows)) as typeof rows;
    const byId = new Map(copy.map((row) => [row.id, { ...row }]));
    if (byId.size !== rows.length) throw new RangeError('the work was not done');
  }
  return worked() - start;
};

/** The milliseconds of a fixed piece of work, once its code is compiled. */
const measure = (): number => Math.min(...[workOnce(), workOnce(), workOnce(), workOnce()]);

setFlagsFromString('--expose-gc');
const collect: (options?: { readonly type: 'minor' }) => void = runInNewContext('gc');

/**
 * The heap in bytes after young collections. It includes unreachable objects that are kept only by
 * old ones, which are unreachable too.
 */
const heapAfterYoung = (): number => {
  // Objects that survive the second young collection have become old.
  for (let time = 0; time < 2; time += 1) collect({ type: 'minor' });
  return process.memoryUsage().heapUsed;
};

/**
 * The number of active resources of each kind, and the heap in MiB after everything unreachable is
 * gone.
 */
const census = (): Readonly<Record<string, number>> => {
  collect();
  const counts: Record<string, number> = { heapMiB: process.memoryUsage().heapUsed / 2 ** 20 };
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
};

const tellings: Readonly<Record<string, () => unknown>> = {
  longest: () => longest,
  measure,
  census,
  heapAfterYoung,
};

// Nobody else would end this process if its parent were killed.
process.on('disconnect', () => process.exit(1));

process.on('message', (what) => {
  look();
  process.send?.(tellings[String(what)]?.());
  last = worked();
  longest = 0;
});

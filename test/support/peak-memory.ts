import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { startCommand } from './command.ts';
import { patience } from './sampling.ts';

/** The heap limit in MB. Work on any number of rows must fit into it. */
const heapMb = 80;

/**
 * The most that the heap may grow before it is collected, in MB. It does not depend on the rows.
 */
export const slackMb = 120;

/**
 * Runs a command with a small heap. Returns its exit code, its output, and the most memory that it
 * had.
 */
export const peakOf = async (words: readonly string[]) => {
  const env = { NODE_OPTIONS: `--max-old-space-size=${heapMb}` };
  const child = startCommand(words, env, patience);
  let peak = 0;
  const look = setInterval(() => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  }, 100);
  const out = text(child.stdout);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearInterval(look);
  return { code, out: await out, peak: Math.round(peak) };
};

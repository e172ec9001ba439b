import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SpawnedGateway } from './spawned-gateway.ts';
import { endWithFile } from './started-processes.ts';

const watcher = fileURLToPath(new URL('./watch-process.ts', import.meta.url));

/** The damage that an attack did to a gateway. */
export interface Damage {
  /** The longest time without an answer from `/livez`, as another process saw it. */
  readonly silentMs: number;
  /** The longest work without a turn of the event loop, in milliseconds of CPU time. */
  readonly workMs: number;
  /** The length of the attack. */
  readonly ms: number;
  /** The CPU time of the gateway during the attack. */
  readonly usedMs: number;
  /** The bytes of its answers. */
  readonly bytes: number;
  /** The most memory that the process held meanwhile. */
  readonly residentMiB: number;
}

/**
 * Attacks a gateway while another process requests `/livez`. `attack` returns the bytes of the
 * answers.
 */
export const damageOf = async (
  gateway: SpawnedGateway,
  attack: () => Promise<number>,
): Promise<Damage> => {
  const child = endWithFile(
    fork(watcher, [new URL('/livez', gateway.admin).href], { execArgv: [] }),
  );
  await once(child, 'message');
  await gateway.longestWork();
  gateway.forgetPeak();
  const [start, used] = [performance.now(), gateway.usedMs()];
  const bytes = await attack();
  const ms = performance.now() - start;
  if (!gateway.isRunning()) {
    child.kill();
    throw new Error(`the gateway ended after ${Math.round(ms)} ms`);
  }
  const usedMs = gateway.usedMs() - used;
  child.send('stop');
  const [{ longestMs }] = (await once(child, 'message')) as [{ readonly longestMs: number }];
  const workMs = await gateway.longestWork();
  const residentMiB = gateway.peakBytes() / 2 ** 20;
  return { silentMs: longestMs, workMs, ms, usedMs, bytes, residentMiB };
};

/** The damage as a line of figures. */
export const shown = ({ silentMs, workMs, ms, bytes, residentMiB }: Damage): string =>
  [
    `/livez at most ${Math.round(silentMs)} ms`,
    `longest work ${Math.round(workMs)} ms`,
    `${Math.round(ms)} ms`,
    `${(bytes / 2 ** 20).toFixed(2)} MiB out`,
    `${Math.round(residentMiB)} MiB resident`,
  ].join(', ');

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { inject } from 'vitest';
import { ends } from './process-ends.ts';

// The pipe closes without a line if this process ends by a signal and cannot end what it started.
const guard = (target: number): (() => void) => {
  const child = spawn('sh', ['-c', 'read _ || kill -9 "$0"', `${target}`], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  return () => void child.stdin.end('\n');
};

/** Ends a process or, with a negative id, a process group. */
const endNow = (target: number): void => {
  try {
    process.kill(target, 'SIGKILL');
  } catch {
    // It has ended.
  }
};

/**
 * A child process that ends with the tests of its file, even if they fail early, and with this
 * process, however that ends. `isGroup`: it was started with `detached`, and its own children end
 * with it.
 */
export const endWithFile = <Child extends ChildProcess>(
  child: Child,
  { isGroup = false }: { readonly isGroup?: boolean } = {},
): Child => {
  const { pid } = child;
  if (pid === undefined) return child;
  const target = isGroup ? -pid : pid;
  const end = (): void => endNow(target);
  const release = guard(target);
  ends.add(end);
  child.once('exit', () => {
    if (isGroup) end();
    ends.delete(end);
    release();
  });
  return child;
};

/** True if a process has ended: by itself, or by a signal. */
export const isOver = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** The file of the gateway's own command. */
export const mainFile = (): string => inject('command');

/** The file of the commands that are clients of the graph. */
export const clientFile = (): string => mainFile().replace(/main\.js$/, 'commands.js');

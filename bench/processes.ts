import type { ChildProcess } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** The cores: one for the gateway that is measured, the other for everything that is not. */
export const cores = { gateway: '1', others: '0' } as const;

/** True if processes can be bound to cores here. */
export const isPinned = availableParallelism() > 1 && spawnSync('taskset', ['-V']).status === 0;

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly core: string;
  /** The file for the output of the process. */
  readonly log: string;
  readonly cwd: string;
  /** True if the process answers messages. */
  readonly hasChannel: boolean;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

/** Starts a process, bound to its core. It ends at the latest with this one. */
export const start = (command: Command): ChildProcess => {
  const { program, args, env, core, log, cwd, hasChannel } = command;
  const output = openSync(log, 'w');
  const [first = program, ...rest] = isPinned
    ? ['taskset', '--cpu-list', core, program, ...args]
    : [program, ...args];
  const child = spawn(first, rest, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output, ...(hasChannel ? (['ipc'] as const) : [])],
  });
  closeSync(output);
  running.add(child);
  child.on('exit', () => running.delete(child));
  return child;
};

/** Ends a process normally and waits for its end. */
export const stop = async (child: ChildProcess): Promise<void> => {
  if (!running.has(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
};

/** Moves this process to the core of the others. */
export const pinSelf = (): void => {
  if (!isPinned) return;
  spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores.others, String(process.pid)]);
};

/** Sends a message to a process, and returns the one with which it answers. */
export const askProcess = <Answer>(child: ChildProcess, ask: object): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const onExit = (): void => reject(new Error('a process of the benchmark has ended'));
    child.once('exit', onExit);
    child.once('message', (answer) => {
      child.off('exit', onExit);
      resolve(answer as Answer);
    });
    child.send(ask);
  });

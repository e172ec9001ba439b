import type { ChildProcess } from 'node:child_process';
import { inject } from 'vitest';

const ends = new Set<() => void>();

/** Ends what is still running of all that tests started. */
export const endProcesses = (): void => {
  for (const end of ends) {
    try {
      end();
    } catch {
      // It has ended meanwhile. What is behind it in the list ends, too.
    }
  }
};

// A test that ran out of time goes on, and may start a process after the end of its file. The
// runner stops its workers by a signal, as Ctrl-C does: Node then emits no `exit`. A worker whose
// runner is gone would stay, with all that its tests started.
const stop = (): void => {
  endProcesses();
  process.kill(process.pid, 'SIGKILL');
};
const stopping = process.send ? ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] : [];
for (const event of stopping) process.once(event, stop);
process.on('exit', endProcesses);

/** A child process that ends with the tests of its file, also where they fail before its end. */
export const endWithFile = <Child extends ChildProcess>(
  child: Child,
  end: () => void = () => child.kill('SIGKILL'),
): Child => {
  ends.add(end);
  child.once('exit', () => ends.delete(end));
  return child;
};

/** The file of the gateway's own command. */
export const mainFile = (): string => inject('command');

/** The file of the commands that are clients of the graph. */
export const clientFile = (): string => mainFile().replace(/main\.js$/, 'commands.js');

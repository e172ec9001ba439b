import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { bare } from '../support/bare-process.ts';
import { endWithFile } from '../support/started-processes.ts';

const support = new URL('../support/started-processes.ts', import.meta.url).href;

/** A process that starts two others like a test does, one of them with a child of its own. */
const startWorker = async () => {
  const program = `
    import { spawn } from 'node:child_process';
    import { once } from 'node:events';
    const { endWithFile } = await import(${JSON.stringify(support)});
    const one = endWithFile(spawn('sleep', ['600'], { stdio: 'ignore' }));
    const shell = spawn('sh', ['-c', 'sleep 600 & echo $!; wait'], { detached: true });
    const group = endWithFile(shell, { isGroup: true });
    const [inGroup] = await once(group.stdout, 'data');
    console.log(JSON.stringify([one.pid, group.pid, Number(inGroup)]));
    setInterval(() => undefined, 1000);`;
  const worker = endWithFile(
    spawn(process.execPath, ['--input-type=module', '--no-warnings', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: bare,
    }),
  );
  const [told] = await once(worker.stdout, 'data');
  return { worker, pids: JSON.parse(String(told)) as readonly number[] };
};

const running = (pids: readonly number[]): readonly number[] =>
  pids.filter((pid) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  });

const endBy = async (worker: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  worker.kill(signal);
  await once(worker, 'exit');
};

test.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
  'processes of tests end with a worker that %s ends',
  async (signal) => {
    const { worker, pids } = await startWorker();
    expect(running(pids)).toEqual(pids);
    await endBy(worker, signal);
    await expect.poll(() => running(pids)).toEqual([]);
  },
);

test('processes of tests are no longer watched once they have ended', async () => {
  const { worker, pids } = await startWorker();
  const [one = 0] = pids;
  process.kill(one);
  await expect.poll(() => running([one])).toEqual([]);
  await endBy(worker, 'SIGKILL');
  await expect.poll(() => running(pids)).toEqual([]);
});

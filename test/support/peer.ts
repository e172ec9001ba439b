import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bare } from './bare-process.ts';
import { endWithFile, isOver } from './started-processes.ts';

/** A program of `test/federation` in a process of its own, with packages of its own. */
export interface Peer<Answer> {
  /** The answer to the first message. */
  readonly answer: Answer;
  /** Sends one more message. Returns the answer to it. */
  readonly tell: (more: unknown) => Promise<Answer>;
  readonly stop: () => Promise<void>;
}

/** Starts such a program. If it ends without an answer, throws its standard error. */
export const startPeer = async <Answer>(
  name: string,
  told: unknown,
  env: Readonly<Record<string, string>> = {},
): Promise<Peer<Answer>> => {
  const program = fileURLToPath(new URL(`../federation/${name}.ts`, import.meta.url));
  const child = endWithFile(
    spawn(process.execPath, ['--no-warnings', program], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: { ...bare, NODE_ENV: 'production', ...env },
    }),
  );
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  const tell = (more: unknown): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const ended = (): void => reject(new Error(`the peer ended: ${said}`));
      child.once('close', ended);
      child.once('message', (answer) => {
        child.off('close', ended);
        resolve(answer as Answer);
      });
      child.send(more as string);
    });
  return { answer: await tell(told), tell, stop: () => end(child) };
};

const end = async (child: ChildProcess): Promise<void> => {
  if (isOver(child)) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
};

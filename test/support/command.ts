import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { bare } from './bare-process.ts';
import { clientFile, endWithFile, mainFile } from './started-processes.ts';

interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The commands that `bin/ads-graph.js` starts as clients of the graph. */
const clients: ReadonlySet<string | undefined> = new Set(['query', 'export', 'audience']);

/** Starts the command with nothing but these variables. */
export const startCommand = (
  options: readonly string[],
  env: Readonly<Record<string, string>> = {},
  timeout = 600_000,
) =>
  endWithFile(
    spawn(process.execPath, [clients.has(options[0]) ? clientFile() : mainFile(), ...options], {
      env: { ...bare, PORT: '0', ...env },
      timeout,
    }),
  );

/** Starts the command, and kills it as soon as something is so. Rejects if it had ended. */
export const killCommandWhen = async (
  isSo: () => boolean,
  options: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<void> => {
  const child = startCommand(options, env);
  const ended = once(child, 'exit');
  while (!isSo() && child.exitCode === null) await pause(1);
  child.kill('SIGKILL');
  const [code, signal] = await ended;
  if (signal !== 'SIGKILL') throw new Error(`It had ended with ${code}`);
};

/** Runs the command with nothing but these variables, until it ends by itself. */
export const command = async (
  options: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> => {
  const child = startCommand(options, env);
  const texts = [child.stdout, child.stderr].map(async (stream) =>
    (await stream.toArray()).join(''),
  );
  const [code] = (await once(child, 'close')) as [number | null];
  const [out = '', err = ''] = await Promise.all(texts);
  return { code, out, err };
};

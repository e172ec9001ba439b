import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { bare } from './bare-process.ts';
import { endWithFile, mainFile } from './started-processes.ts';

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the command with nothing but these variables, until it ends by itself. */
export const command = async (
  options: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> => {
  const child = endWithFile(
    spawn(process.execPath, [mainFile(), ...options], {
      env: { ...bare, PORT: '0', ...env },
      timeout: 60_000,
    }),
  );
  const texts = [child.stdout, child.stderr].map(async (stream) =>
    (await stream.toArray()).join(''),
  );
  const [code] = (await once(child, 'close')) as [number | null];
  const [out = '', err = ''] = await Promise.all(texts);
  return { code, out, err };
};

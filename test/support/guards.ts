import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Running } from './gateway.ts';

/** A file for GUARDS, and a function that writes rules into it. */
export interface GuardsFile {
  readonly path: string;
  readonly write: (rules: readonly object[] | string) => void;
}

/** A new file without rules. */
export const guardsFile = (): GuardsFile => {
  const path = join(mkdtempSync(join(tmpdir(), 'guards-')), 'guards.json');
  const write: GuardsFile['write'] = (rules) =>
    writeFileSync(path, typeof rules === 'string' ? rules : JSON.stringify({ rules }));
  write([]);
  return { path, write };
};

/** Writes rules, and has a gateway read them. */
export const underRules = (
  { renewRules }: Pick<Running, 'renewRules'>,
  file: GuardsFile,
  ...rules: readonly object[]
): void => {
  file.write(rules);
  renewRules();
};

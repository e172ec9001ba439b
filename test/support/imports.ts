import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// `import type` loads nothing; `import()` may.
const statement = /^\s*(?:import|export)\s(?!type\s)(?:[^'";]*?\sfrom\s*)?'([^']+)'/gm;
const expression = /\bimport\(\s*'([^']+)'/g;

const read = new Map<string, readonly string[]>();

const namesIn = (file: string): readonly string[] => {
  const known = read.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const matches = [...text.matchAll(statement), ...text.matchAll(expression)];
  const names = matches.map(([, name = '']) => name);
  read.set(file, names);
  return names;
};

/**
 * Everything that a file loads, directly or indirectly: files of this repository by their path, and
 * packages and modules of Node by their name. Each has the file that imports it.
 */
export const importsOf = (file: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>([[file, file]]);
  for (const from of found.keys()) {
    if (!from.endsWith('.ts') || !existsSync(from)) continue;
    for (const name of namesIn(from)) {
      const imported = name.startsWith('.') ? join(dirname(from), name) : name;
      if (!found.has(imported)) found.set(imported, from);
    }
  }
  return found;
};

/** The way from a file to something that it imports: `a.test.ts > support/b.ts > node:fs`. */
export const wayTo = (imports: ReadonlyMap<string, string>, name: string): string => {
  const from = imports.get(name);
  return from === undefined || from === name ? name : `${wayTo(imports, from)} > ${name}`;
};

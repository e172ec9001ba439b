import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The folders that every building may read: the facts of the API, sealed sessions and the frame of pages. */
const shared = ['src/upstream/catalogue/', 'src/shared/sign-in/'];

/** The names that files of agents import from the gateway, each as `src/gateway/rooms.ts Host`. */
const namesOf = (path: string): readonly string[] =>
  [
    ...readFileSync(join(root, path), 'utf8').matchAll(
      /import (?:type )?\{([^}]*)\} from '(\.{1,2}\/[^']+)'/g,
    ),
  ].flatMap(([, names = '', from = '']) => {
    const module = join(dirname(path), from);
    if (!module.startsWith('src/') || shared.some((folder) => module.startsWith(folder))) return [];
    return names
      .split(',')
      .map((name) =>
        name
          .trim()
          .replace(/^type /, '')
          .replace(/ as .*/, ''),
      )
      .filter((name) => name !== '')
      .map((name) => `${module} ${name}`);
  });

const modules = globSync('agents/**/*.ts', { cwd: root });
const imported = [...new Set(modules.flatMap(namesOf))].toSorted();

/** Everything that agents use of the gateway beside its port. A new name needs a reason. */
const expected = [
  'src/auth/replies.ts problemOf',
  'src/auth/replies.ts sendFailure',
  'src/auth/replies.ts sendJson',
  'src/auth/viewer.ts bearerIn',
  'src/config/config-error.ts ConfigError',
  'src/config/package.ts installAfter',
  'src/config/package.ts version',
  'src/errors/errors.ts internalErrorsOf',
  'src/errors/errors.ts refused',
  'src/gateway/rooms.ts CreateRooms',
  'src/http/door/exchange.ts leftSignal',
  'src/http/door/headers.ts rangesOf',
  'src/http/plugins/params.ts jsonOf',
  'src/http/plugins/parts.ts writeAll',
  // Pages write a value by its type, whatever prefix the types of the schema have.
  'src/resolvers/dry-run/shown.ts rowsOf',
  'src/resolvers/reads/stats/range.ts rangeFault',
  'src/resolvers/selection.ts ownNameOf',
  'src/state/ledger-entry.ts digest',
  'src/state/ledger-entry.ts roomOf',
  'src/state/ledger.ts retentionMs',
  'src/state/refusals.ts refusalIfUnavailable',
  'src/state/store.ts nullIfUnavailable',
  'src/state/store.ts sizeOf',
  'src/state/store.ts storedValue',
  'src/upstream/client/loopback.ts isLoopback',
  'src/upstream/client/pace.ts exclusiveTurn',
];

test('agents know their gateway by its port and by few functions', () => {
  expect(modules.length).toBeGreaterThan(50);
  expect(imported).toEqual(expected);
});

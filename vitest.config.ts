import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import type { kinds } from './test/support/kinds.ts';
import { SummaryReporter } from './test/support/summary-reporter.ts';

/** The files of a kind, `stop.process.test.ts`; those of `fast` have no kind in their name. */
const filesOf = (kind: string): string => `test/*/*.${kind}.test.ts`;

// Node loads the sources as it does for users, which costs less than a runner of vitest's own. A
// worker loads the schema once for all files of a project that are not isolated.
const shared = {
  isolate: false,
  experimental: { viteModuleRunner: false, nodeLoader: false },
};

const command = ['test/support/peers.ts', 'test/support/built-command.ts'];
const setupFiles = ['test/support/end-processes.ts'];

const project = (name: (typeof kinds)[number], test: object) => ({
  extends: true as const,
  test: { name, include: [filesOf(name)], ...test },
});

export default defineConfig({
  // vitest would load graphql's ES module beside the CommonJS one that Yoga and Pothos load.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    reporters: ['default', new SummaryReporter()],
    // Many tests wait more than they work: four workers keep two cores busy.
    maxWorkers: 4,
    // Many tests start the command, whose modules are the same each time.
    env: {
      NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/node', import.meta.url)),
    },
    execArgv: ['--max-semi-space-size=64'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // A page changes after its events; a busy machine is slow to draw.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      project('fast', {
        ...shared,
        include: ['test/*/*.test.ts'],
        exclude: ['test/*/*.*.test.ts'],
      }),
      // Files that inspect the whole process (its servers, its listeners) or reload modules.
      project('isolated', {}),
      project('process', { ...shared, setupFiles, globalSetup: command }),
      project('redis', {
        ...shared,
        setupFiles,
        globalSetup: [...command, 'test/support/shared-redis.ts'],
      }),
      project('browser', {
        ...shared,
        setupFiles,
        globalSetup: [...command, 'test/support/shared-browser.ts'],
      }),
      // Files that measure time or memory, which other tests at work would change.
      project('measured', {
        ...shared,
        setupFiles,
        globalSetup: command,
        maxWorkers: 1,
        sequence: { groupOrder: 1 },
      }),
    ],
  },
});

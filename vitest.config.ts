import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// What these look at belongs to the whole process: its servers, its listeners, its loaded modules.
const alone = ['test/http/in-a-program.test.ts', 'test/execution/read-rows.test.ts'];
// What these measure changes while other tests are at work.
const measured = ['test/http/{capacity,signs-of-life}.test.ts'];
const inBrowser = ['test/{explorer,front-ends}/*.test.ts', 'test/sign-in/cross-site.test.ts'];

// Node loads the sources as it does for users, which costs less than a runner of vitest's own.
const byNode = { viteModuleRunner: false, nodeLoader: false };

export default defineConfig({
  // vitest would load graphql's ES module beside the CommonJS one that Yoga and Pothos load.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    globalSetup: ['test/support/peers.ts', 'test/support/built-command.ts'],
    setupFiles: ['test/support/end-processes.ts'],
    // Many tests wait more than they work: four workers keep two cores busy.
    maxWorkers: 4,
    // Many tests start the command, whose modules are the same each time.
    env: {
      NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/node', import.meta.url)),
    },
    execArgv: ['--max-semi-space-size=64'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // What a page shows follows its events; a machine at work is slow to draw.
    expect: { poll: { timeout: 20_000 } },
    // A worker loads the schema once for all files of a project that are not isolated.
    projects: [
      { extends: true, test: { name: 'alone', include: alone } },
      {
        extends: true,
        test: {
          name: 'browser',
          include: inBrowser,
          isolate: false,
          experimental: byNode,
          globalSetup: ['test/support/shared-browser.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/*/*.test.ts'],
          exclude: [...alone, ...measured, ...inBrowser],
          isolate: false,
          experimental: byNode,
          globalSetup: ['test/support/shared-redis.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'measured',
          include: measured,
          isolate: false,
          experimental: byNode,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});

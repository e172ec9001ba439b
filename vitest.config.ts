import { defineConfig } from 'vitest/config';

export default defineConfig({
  // vitest would load graphql's ES module beside the CommonJS one that Yoga and Pothos load: two copies, two realms.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/peers.ts'],
    // Many tests wait more than they work.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // What a page shows follows its events; a machine at work is slow to draw.
    expect: { poll: { timeout: 20_000 } },
  },
});

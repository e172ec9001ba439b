import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { ProxyOptions } from 'vite';
import { defineConfig } from 'vite';
import relay from 'vite-plugin-relay';
import { gateway, page } from './addresses.ts';

// If the gateway's connection breaks, the proxy breaks the browser's too: else a page would wait
// for the rest of an answer.
const passed: ProxyOptions = {
  target: gateway.origin,
  configure: (proxy) => {
    proxy.on('proxyRes', (answer, _, response) => {
      answer.on('close', () => {
        if (!answer.complete) response.destroy();
      });
    });
  },
};
// Page, GraphQL and sign-in have one origin, here as in production: cookies work, and CORS is not
// needed.
const served = {
  host: page.hostname,
  port: Number(page.port),
  strictPort: true,
  proxy: {
    '/graphql': passed,
    '/auth': gateway.origin,
    '/media': gateway.origin,
  },
};

// In the repository the package has no build. A copy of this folder has the installed package.
const found = (...paths: readonly string[]): string | undefined =>
  paths.map((path) => fileURLToPath(new URL(path, import.meta.url))).find(existsSync);
const client = found('../../client/client.ts', '../../dist/client/client.js');
const design = found('../../design', '../../dist/design');

// Vite takes its configuration as a default export.
export default defineConfig({
  plugins: [relay, react()],
  resolve: {
    alias: {
      ...(client !== undefined && { 'ads-graph/client': client }),
      ...(design !== undefined && { 'ads-graph/design': design }),
    },
  },
  server: { ...served, fs: { allow: ['.', '../../client', '../../design', '../../dist'] } },
  preview: served,
});

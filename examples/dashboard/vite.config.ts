import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import relay from 'vite-plugin-relay';
import { gateway, page } from './addresses.ts';

// Page, GraphQL and sign-in have one origin, here as in production: cookies work, and CORS is not needed.
const served = {
  host: page.hostname,
  port: Number(page.port),
  strictPort: true,
  proxy: { '/graphql': gateway.origin, '/auth': gateway.origin },
};

// Vite takes its configuration as a default export.
export default defineConfig({
  plugins: [relay, react()],
  server: served,
  preview: served,
});

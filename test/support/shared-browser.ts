import type { TestProject } from 'vitest/node';
import { buildPage } from '../../explorer/build.ts';
import { startBrowser } from './browser.ts';
import { buildDashboard } from './dashboard.ts';
import { installPeers } from './peers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the browser that all files share. */
    readonly browser: string;
  }
}

/** Builds the pages from their current sources, and starts one browser for all files. */
export const setup = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  // This setup runs before that of all projects; the dashboard is built with packages of its own.
  await installPeers();
  const [server] = await Promise.all([startBrowser(), buildPage(), buildDashboard()]);
  provide('browser', server.wsEndpoint());
  return () => server.close();
};

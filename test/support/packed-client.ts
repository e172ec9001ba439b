import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Worker as Thread } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { startBrowser } from './browser.ts';
import { freePort } from './redis.ts';

/**
 * The settings of a program: the addresses of the client and of the gateway, and the session of its
 * user.
 */
export interface ProgramSettings {
  readonly client: string;
  readonly url: string;
  readonly session: string;
}

/** Reads, writes and returns the results: the same program for each runtime of the client. */
const program = async ({
  client: address,
  url,
  session,
}: ProgramSettings): Promise<readonly unknown[]> => {
  const { createClient } = await import(address);
  const keys = new Map<string, string>();
  const client = createClient({ url, session, keys });
  const names: unknown[] = [];
  const campaigns =
    'query ($after: String) { account(id: "18ce54bik3s") { campaigns(first: 20, after: $after) { nodes { name } pageInfo { hasNextPage endCursor } } } }';
  for await (const { name } of client.rows(campaigns, {}, 'account.campaigns')) names.push(name);
  const rename =
    'mutation ($input: UpdateCampaignInput!) { updateCampaign(input: $input) { outcome campaign { name } } }';
  const input = { accountId: '18ce54bik3s', campaignId: 'cik3s001', name: 'Renamed' };
  const dry = await client.dryRun(rename, { input });
  const { outcome, campaign } = await client.write(rename, { input });
  const isOpen = await client.isOpen(rename, { input });
  return [names.length > 20, dry.outcome, outcome, campaign.name, isOpen, keys.size];
};

/** The results of the program if all is well. */
export const said = [true, 'READY', 'APPLIED', 'Renamed', false, 0];

/** The results of the program in a worker of Node. */
export const saidInNode = (told: ProgramSettings): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const text = `import { parentPort, workerData } from 'node:worker_threads';
      (${program.toString()})(workerData).then((said) => parentPort.postMessage(said));`;
    const url = new URL(`data:text/javascript,${encodeURIComponent(text)}`);
    new Thread(url, { workerData: told }).once('message', resolve).once('error', reject);
  });

/** A browser, and a page whose origin serves the built files of the client. */
export const openPage = async (folder: string) => {
  const server = createServer(({ url = '/' }, response) => {
    const path = new URL(url, 'http://any').pathname;
    const isPage = path === '/';
    response.setHeader('content-type', isPage ? 'text/html' : 'text/javascript');
    response.end(isPage ? '<!doctype html><title>.</title>' : readFileSync(join(folder, path)));
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  const origin = `http://127.0.0.1:${port}`;
  const started = await startBrowser();
  const browser = await chromium.connect(started.wsEndpoint());
  const page = await browser.newPage();
  await page.goto(origin);
  const run = (told: ProgramSettings, inWorker: boolean): Promise<unknown> =>
    page.evaluate(
      async ([text, given, isWorker]) => {
        if (!isWorker) return new Function(`return (${text})`)()(given);
        const source = `onmessage = ({ data }) => (${text})(data).then(postMessage);`;
        const worker = new Worker(
          URL.createObjectURL(new Blob([source], { type: 'text/javascript' })),
          { type: 'module' },
        );
        return new Promise((resolve, reject) => {
          worker.onmessage = ({ data }) => resolve(data);
          worker.onerror = ({ message }) => reject(new Error(message));
          worker.postMessage(given);
        });
      },
      [program.toString(), told, inWorker] as const,
    );
  return {
    origin,
    run,
    close: async (): Promise<void> => {
      await browser.close();
      await started.close();
      server.close();
      server.closeAllConnections();
    },
  };
};

/** The zipped size of a bundle of a file, as a front end would ship it. */
export const zippedBytes = async (file: string): Promise<number> => {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    logLevel: 'error',
  });
  return gzipSync(outputFiles[0]?.contents ?? '').length;
};

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { listen } from '../../src/http/door/acceptors.ts';
import { apolloLink } from './client-page.ts';
import type { Running } from './gateway.ts';
import { blocksOf } from './pages.ts';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('../clients/', import.meta.url));
const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

/** The documents of Relay's page by their ids, as its compiler writes them. */
export const relayDocuments = `${folder}built/relay-documents.json`;

/** The documents of the other pages by their hashes, as the client preset writes them. */
export const presetDocuments = `${folder}built/preset/persisted-documents.json`;

/** A server of the clients' pages, so that they have an origin of their own. */
interface Pages {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** Serves the page of each client under its name. */
const servePages = async (): Promise<Pages> => {
  const server = createServer(({ url = '/' }, response) => {
    const isScript = url.endsWith('.js');
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(isScript ? readFileSync(`${folder}built${url}`) : htmlOf(url));
  });
  const origin = await listen(server, 0, '127.0.0.1');
  return {
    origin,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

const htmlOf = (path: string): string =>
  `<!doctype html><link rel="icon" href="data:,"><body><script src="${path}.js"></script></body>`;

/** Builds the pages of all clients. */
const buildClients = (): Promise<unknown> =>
  run(process.execPath, ['--no-warnings', 'build.ts'], { cwd: folder });

/**
 * The compiler's errors in the clients' programs and in those of the documentation, all as strict
 * as this project.
 */
export const typeErrors = async (): Promise<string> => {
  for (const [index, program] of blocksOf('front-end.md', 'ts').entries()) {
    writeFileSync(`${folder}built/documented/${index}.ts`, program);
  }
  writeFileSync(`${folder}built/documented/linked.ts`, apolloLink);
  const failed = ({ stdout }: { readonly stdout: string }) => ({ stdout });
  return (await run(process.execPath, [tsc, '--project', folder]).catch(failed)).stdout;
};

/** A client's page in a browser. */
interface ClientPage {
  readonly page: Page;
  /** Has the page take a step of its program. Returns the result of the step. */
  readonly take: <Result>(step: string) => Promise<Result>;
  /** The requests of the page to the gateway. */
  readonly sent: readonly Readonly<Record<string, unknown>>[];
  /** The complaints of page, client and browser. */
  readonly complaints: readonly string[];
}

/** Opens a client's page, which sends requests to a gateway on another origin. */
const openClient = async (
  browser: Browser,
  address: string,
  gateway: string,
): Promise<ClientPage> => {
  const page = await browser.newPage();
  const sent: Readonly<Record<string, unknown>>[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(JSON.parse(request.postData() ?? 'null'));
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  await page.addInitScript(`globalThis.gateway = ${JSON.stringify(gateway)}`);
  await page.goto(address);
  return { page, take: (step) => page.evaluate(`steps.${step}()`), sent, complaints };
};

/**
 * The pages of all clients, built and served for the tests of a file. The first hooks may take as
 * long as `patience` milliseconds.
 */
export const useClients = async (patience: number) => {
  const pages = await servePages();
  let browser: Browser;
  beforeAll(buildClients, patience);
  beforeAll(async () => {
    browser = await chromium.connect(inject('browser'));
  });
  afterAll(async () => {
    await browser.close();
    await pages.close();
  });

  /**
   * A client's page for each test, over fresh data of the emulator. Complaints of the page fail the
   * test.
   */
  const usePage = (name: string, running: Running, complaint?: RegExp): ClientPage => {
    const opened = {} as ClientPage;
    beforeEach(async () => {
      running.emulator.reset({ data: true });
      Object.assign(opened, await openClient(browser, `${pages.origin}/${name}`, running.url));
    });
    afterEach(async () => {
      await opened.page.close();
      expect(opened.complaints.filter((text) => complaint?.test(text) !== true)).toEqual([]);
    });
    return opened;
  };
  return { origin: pages.origin, usePage };
};

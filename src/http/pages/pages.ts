import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress, gzip } from 'node:zlib';
import { refused } from '../../errors/errors.ts';
import { logo } from '../../shared/sign-in/html.ts';
import { sendPage } from '../../shared/sign-in/send-page.ts';
import { getOrMake } from '../../upstream/catalogue/memoize.ts';
import type { HttpExchange } from '../door/exchange.ts';
import { type File, sendFile } from '../files/files.ts';

/** The names of the files of the pages, which change with their content. */
export interface Built {
  readonly explorer: {
    readonly script: string;
    /** The scripts that it imports before it runs; the rest of `files` is loaded when needed. */
    readonly preloads: readonly string[];
    readonly style: string;
    /** The fonts that its style names. */
    readonly fonts: readonly string[];
  };
  readonly graphiql: {
    /** The script that starts GraphiQL, with these facts. */
    readonly script: string;
    readonly facts: object;
    readonly styles: readonly string[];
  };
  readonly files: readonly string[];
}

/** The folder of the built pages. */
const dist = fileURLToPath(new URL('../../../explorer/dist/', import.meta.url));

/** The pages that `explorer/build.ts` makes, and their files. */
export interface BuiltPage {
  readonly built: () => Promise<Built>;
  /** A file of a page; null for any other name. */
  readonly fileNamed: (name: string) => Promise<File | null>;
}

/** The built pages. They are read at the first request, and read again after a failure. */
export const createBuiltPage = (): BuiltPage => {
  let known: Promise<Built> | null = null;
  const built = (): Promise<Built> => {
    known ??= readBuilt().catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  };
  const files = new Map<string, Promise<File>>();
  return {
    built,
    fileNamed: async (name) => {
      if (!(await built()).files.includes(name)) return null;
      const file = getOrMake(files, name, () => readPageFile(name));
      file.catch(() => files.delete(name));
      return file;
    },
  };
};

const readBuilt = async (): Promise<Built> => {
  const text = await readFile(`${dist}built.json`, 'utf8').catch(notBuilt);
  return JSON.parse(text) as Built;
};

const notBuilt = (cause: Error): never => {
  throw refused(503, 'The pages are not built: `npm run prepare` builds them.', { cause });
};

/** The type of a file by the ending of its name. */
const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
};

/** The caching of a file whose name changes with its content. */
const forever = 'public, max-age=31536000, immutable';

const readPageFile = async (name: string): Promise<File> => {
  const br = await readFile(`${dist}${name}.br`);
  const identity = await promisify(brotliDecompress)(br);
  return {
    type: types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    cache: forever,
    etag: `"${name}"`,
    as: { identity, br, gzip: await promisify(gzip)(identity) },
  };
};

/** Sends a file of the pages; unknown names get 404. Its name is the last step of the path. */
export const pageFile =
  (page: BuiltPage) =>
  async ({ req, res }: HttpExchange, path: string): Promise<void> =>
    sendFile(req, res, await page.fileNamed(path.slice(path.indexOf('/page/') + '/page/'.length)));

/** Sends the explorer of the schema, which loads nothing from other hosts. */
export const explorerPage =
  (page: BuiltPage, facts: () => object) =>
  async ({ res }: HttpExchange): Promise<void> => {
    // The nonce is for the styles that the editors add.
    const nonce = randomBytes(16).toString('base64');
    const html = explorerHtml((await page.built()).explorer, JSON.stringify(facts()), nonce);
    const headers = pageHeaders(`style-src 'self' 'nonce-${nonce}'`, "font-src 'self'");
    sendPage(res, html, { headers: { ...headers, Vary: 'Accept' } });
  };

/** The headers of a page that loads nothing from other hosts; its policy has `own` directives. */
const pageHeaders = (...own: readonly string[]) => ({
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    ...own,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
});

const explorerHtml = (
  { script, preloads, style, fonts }: Built['explorer'],
  facts: string,
  nonce: string,
): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>ads-graph explorer</title>
<link rel="icon" href="${logo}">
<link rel="stylesheet" href="graphql/page/${style}">
${fonts.map((name) => `<link rel="preload" as="font" crossorigin href="graphql/page/${name}">`).join('\n')}
${preloads.map((name) => `<link rel="modulepreload" href="graphql/page/${name}">`).join('\n')}
<div id="root" data-facts="${facts.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></div>
<script type="module" nonce="${nonce}" src="graphql/page/${script}"></script>
<noscript>The explorer needs JavaScript. GraphQL is at this very address, by POST.</noscript>
</html>
`;

/**
 * Sends GraphiQL over this gateway; `isLive` is true if mutations change more than the data of the
 * embedded emulator.
 */
export const graphiqlPage = (page: BuiltPage, isLive: boolean) => {
  // Its editor adds styles without a nonce, has fonts in its style sheet, and works in workers.
  const headers = pageHeaders(
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "worker-src 'self'",
  );
  return async ({ res }: HttpExchange): Promise<void> =>
    sendPage(res, graphiqlHtml((await page.built()).graphiql, isLive), { headers });
};

const graphiqlHtml = (
  { script, styles, facts }: Built['graphiql'],
  isLive: boolean,
): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>ads-graph GraphiQL</title>
<link rel="icon" href="${logo}">
${styles.map((name) => `<link rel="stylesheet" href="graphiql/page/${name}">`).join('\n')}
<body class="no-focus-outline">
<header class="${isLive ? 'frame live' : 'frame'}">
<img src="${logo}" alt=""> <b>ads-graph</b> <span class="${isLive ? 'badge live' : 'badge'}">${isLive ? 'live keys' : 'emulated'}</span>
<a href="graphql">Explorer: calls and costs</a>
</header>
<div id="root" data-facts="${JSON.stringify(facts).replaceAll('"', '&quot;')}"></div>
<script type="module" src="graphiql/page/${script}"></script>
<noscript>GraphiQL needs JavaScript. GraphQL is at /graphql, by POST.</noscript>
</html>
`;

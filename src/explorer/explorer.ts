import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { File } from '../http/files.ts';
import { sendFile } from '../http/files.ts';
import type { Built } from './built.ts';
import { dist } from './built.ts';

/** The explorer: its page, and the files of that. */
export interface Explorer {
  readonly sendPage: (res: ServerResponse) => Promise<void>;
  /** Answers requests for a file of the page; says false for any other path. */
  readonly sendFile: (req: IncomingMessage, res: ServerResponse, path: string) => boolean;
}

/** What the page is told, as `page/facts.ts` reads it. */
export interface ExplorerOptions {
  readonly facts: () => object;
}

/** The page through which people explore the schema, complete without any other host. */
export const createExplorer = ({ facts }: ExplorerOptions): Explorer => {
  let built: Promise<Built> | null = null;
  const page = (): Promise<Built> => {
    built ??= readBuilt();
    return built;
  };
  const files = new Map<string, Promise<File>>();
  const fileAt = (path: string): Promise<File | null> | null => {
    const known = files.get(path);
    if (known !== undefined) return known;
    if (!path.startsWith(filesAt)) return null;
    const name = path.slice(filesAt.length);
    return page().then(({ script, style }) =>
      name === script || name === style ? keep(path, pageFile(name)) : null,
    );
  };
  const keep = (path: string, file: Promise<File>): Promise<File> => {
    files.set(path, file);
    return file;
  };
  return {
    sendPage: async (res) => {
      const nonce = randomBytes(16).toString('base64');
      res.writeHead(200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': policyFor(nonce),
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
        Vary: 'Accept',
      });
      res.end(htmlOf(await page(), JSON.stringify(facts()), nonce));
    },
    sendFile: (req, res, path) => {
      const file = fileAt(path);
      if (file === null) return false;
      void file.then((found) => sendFile(req, res, found));
      return true;
    },
  };
};

const filesAt = '/graphql/page/';

const readBuilt = async (): Promise<Built> => {
  const text = await readFile(`${dist}built.json`, 'utf8').catch(() => null);
  if (text !== null) return JSON.parse(text) as Built;
  // An installation that ran no scripts builds the page when it is first asked for.
  const { buildPage } = await import('./build.ts');
  return buildPage();
};

// Styles of the editors are made by the page itself, which the nonce allows; nothing else comes from anywhere but here.
const policyFor = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const htmlOf = ({ script, style }: Built, facts: string, nonce: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>ads-graph explorer</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
<link rel="stylesheet" href="graphql/page/${style}">
<div id="root" data-facts="${facts.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></div>
<script type="module" nonce="${nonce}" src="graphql/page/${script}"></script>
<noscript>The explorer needs JavaScript. GraphQL is at this very address, by POST.</noscript>
</html>
`;

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#2b59d9"/><path d="M3 4h6M5 8h8M3 12h4" stroke="#fff" stroke-width="2" stroke-linecap="round"/></svg>';

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

const pageFile = async (name: string): Promise<File> => {
  const read = (ending: string) => readFile(`${dist}${name}${ending}`);
  const [identity, br, gz] = await Promise.all([read(''), read('.br'), read('.gz')]);
  return {
    type: types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    // Another content has another name.
    cache: 'public, max-age=31536000, immutable',
    etag: `"${name}"`,
    as: { identity, br, gzip: gz },
  };
};

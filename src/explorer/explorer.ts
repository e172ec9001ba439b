import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { File } from '../http/files.ts';
import { sendFile } from '../http/files.ts';
import type { Built } from './built.ts';
import { dist } from './built.ts';
import type { PageFacts } from './page-facts.ts';

/** Serves the page of the explorer and its files. */
interface Explorer {
  readonly sendPage: (res: ServerResponse) => Promise<void>;
  /** Sends a file of the page: true where the path is below `/graphql/page/`, with 404 for unknown names. */
  readonly sendFile: (req: IncomingMessage, res: ServerResponse, path: string) => Promise<boolean>;
}

/** The explorer of the schema, which loads nothing from other hosts. `facts` is asked for each page. */
export const createExplorer = ({ facts }: { readonly facts: () => PageFacts }): Explorer => {
  let built: Promise<Built> | null = null;
  const page = (): Promise<Built> => {
    built ??= readBuilt().catch((error: unknown) => {
      built = null;
      throw error;
    });
    return built;
  };
  const files = new Map<string, Promise<File>>();
  const fileNamed = async (name: string): Promise<File | null> => {
    const { script, style } = await page();
    if (name !== script && name !== style) return null;
    const file = files.get(name) ?? pageFile(name);
    files.set(name, file);
    file.catch(() => files.delete(name));
    return file;
  };
  return {
    sendPage: async (res) => {
      const nonce = randomBytes(16).toString('base64');
      const html = htmlOf(await page(), JSON.stringify(facts()), nonce);
      res.writeHead(200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': policyFor(nonce),
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
        Vary: 'Accept',
      });
      res.end(html);
    },
    sendFile: async (req, res, path) => {
      if (!path.startsWith(filesAt)) return false;
      sendFile(req, res, await fileNamed(path.slice(filesAt.length)));
      return true;
    },
  };
};

const filesAt = '/graphql/page/';

const readBuilt = async (): Promise<Built> => {
  const text = await readFile(`${dist}built.json`, 'utf8').catch(() => null);
  if (text !== null) return JSON.parse(text) as Built;
  // An installation without scripts builds the page at the first request.
  const { buildPage } = await import('./build.ts');
  return buildPage();
};

// The nonce is for the styles that the editors add. Everything else comes from this server.
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
    // A changed file has another name.
    cache: 'public, max-age=31536000, immutable',
    etag: `"${name}"`,
    as: { identity, br, gzip: gz },
  };
};

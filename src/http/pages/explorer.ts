import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { logo } from '../../shared/sign-in/html.ts';
import { sendFile } from '../files/files.ts';
import type { Built, BuiltPage } from './built-page.ts';

/** Serves the page of the explorer and its files. */
interface Explorer {
  readonly sendPage: (res: ServerResponse) => Promise<void>;
  /**
   * Sends a file of the page; true if the path is below `/graphql/page/`. Unknown names get 404.
   */
  readonly sendFile: (req: IncomingMessage, res: ServerResponse, path: string) => Promise<boolean>;
}

interface ExplorerOptions {
  readonly page: BuiltPage;
  /** Called for each page. */
  readonly facts: () => object;
}

/** The explorer of the schema, which loads nothing from other hosts. */
export const createExplorer = ({ page, facts }: ExplorerOptions): Explorer => {
  return {
    sendPage: async (res) => {
      const nonce = randomBytes(16).toString('base64');
      const html = htmlOf((await page.built()).explorer, JSON.stringify(facts()), nonce);
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
      sendFile(req, res, await page.fileNamed(path.slice(filesAt.length)));
      return true;
    },
  };
};

const filesAt = '/graphql/page/';

// The nonce is for the styles that the editors add. Everything else comes from this server.
const policyFor = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const htmlOf = (
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

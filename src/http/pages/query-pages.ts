import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { refused } from '../../errors/errors.ts';
import { logo } from '../../shared/sign-in/html.ts';
import type { HttpExchange } from '../door/exchange.ts';
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
      if (!path.startsWith(explorerFilesAt)) return false;
      sendFile(req, res, await page.fileNamed(path.slice(explorerFilesAt.length)));
      return true;
    },
  };
};

const explorerFilesAt = '/graphql/page/';

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

/**
 * Answers a request for GraphiQL or one of its files; false for any other path. Rejects with a
 * refusal if the schema is not shown.
 */
type Graphiql = (exchange: HttpExchange, path: string) => Promise<boolean>;

interface GraphiqlOptions {
  /** True if the schema is shown. Without it GraphiQL is of no use. */
  readonly introspection: boolean;
  readonly page: BuiltPage;
  /** True if mutations change more than the data of the embedded emulator. */
  readonly isLive: boolean;
}

const address = '/graphiql';
const graphiqlFilesAt = `${address}/page/`;

/** GraphiQL over this gateway. */
export const createGraphiql =
  ({ introspection, page, isLive }: GraphiqlOptions): Graphiql =>
  async (exchange, path) => {
    const { req, res } = exchange;
    if (path !== address && !path.startsWith(graphiqlFilesAt)) return false;
    if (!introspection) {
      throw refused(404, 'The schema is not available here.', { code: 'INTROSPECTION_DISABLED' });
    }
    if (path === address) sendPage(res, (await page.built()).graphiql, isLive);
    else sendFile(req, res, await page.fileNamed(path.slice(graphiqlFilesAt.length)));
    return true;
  };

const sendPage = (
  res: ServerResponse,
  { script, styles, facts }: Built['graphiql'],
  isLive: boolean,
): void => {
  res.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
  res.end(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>ads-graph GraphiQL</title>
<link rel="icon" href="${logo}">
${styles.map((name) => `<link rel="stylesheet" href="graphiql/page/${name}">`).join('\n')}
<body class="no-focus-outline">
<header class="${isLive ? 'frame live' : 'frame'}">
<img src="${logo}" alt=""> <b>ads-graph</b> <mark>${isLive ? 'live keys' : 'emulated'}</mark>
<a href="graphql">Explorer: calls and costs</a>
</header>
<div id="root" data-facts="${JSON.stringify(facts).replaceAll('"', '&quot;')}"></div>
<script type="module" src="graphiql/page/${script}"></script>
<noscript>GraphiQL needs JavaScript. GraphQL is at /graphql, by POST.</noscript>
</html>
`);
};

// The explorer's policy, with exceptions for the editor: it adds styles without a nonce, has fonts
// in its style sheet, and works in workers.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "worker-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

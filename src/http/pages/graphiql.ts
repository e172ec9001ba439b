import type { ServerResponse } from 'node:http';
import { refused } from '../../errors/errors.ts';
import { logo } from '../../shared/sign-in/html.ts';
import type { HttpExchange } from '../door/exchange.ts';
import { sendFile } from '../files/files.ts';
import type { Built, BuiltPage } from './built-page.ts';

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
const filesAt = `${address}/page/`;

/** GraphiQL over this gateway. */
export const createGraphiql =
  ({ introspection, page, isLive }: GraphiqlOptions): Graphiql =>
  async (exchange, path) => {
    const { req, res } = exchange;
    if (path !== address && !path.startsWith(filesAt)) return false;
    if (!introspection) {
      throw refused(404, 'The schema is not available here.', { code: 'INTROSPECTION_DISABLED' });
    }
    if (path === address) sendPage(res, (await page.built()).graphiql, isLive);
    else sendFile(req, res, await page.fileNamed(path.slice(filesAt.length)));
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
<img src="${logo}" alt=""> <b>ads-graph</b> <span class="${isLive ? 'badge live' : 'badge'}">${isLive ? 'live keys' : 'emulated'}</span>
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

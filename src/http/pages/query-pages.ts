import { randomBytes } from 'node:crypto';
import { logo } from '../../shared/sign-in/html.ts';
import { sendPage } from '../../shared/sign-in/send-page.ts';
import type { HttpExchange } from '../door/exchange.ts';
import { sendFile } from '../files/files.ts';
import type { Built, BuiltPage } from './built-page.ts';

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

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The explorer page. */
export interface Explorer {
  readonly send: (req: IncomingMessage, res: ServerResponse) => Promise<void>;
}

const examples = [
  'accounts',
  'whole-account',
  'batch-campaigns',
  'posts',
  'cards',
  'audiences',
  'planning',
];

// Shows the REST calls of each example beside its answer.
const headers = JSON.stringify({ 'x-ads-trace': '1' }, null, 2);

const render = async (): Promise<Buffer> => {
  // The page is nine megabytes of text, which a gateway that nobody explores never loads.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const options = {
    title: 'ads-graph explorer',
    defaultTabs: examples.map((name) => ({
      query: readFileSync(new URL(`./examples/${name}.graphql`, import.meta.url), 'utf8'),
      headers,
    })),
    // The tab that is open at first takes its headers from here, whatever the tab itself says.
    initialHeaders: headers,
  };
  const html = renderGraphiQL(options);
  const bar = readFileSync(new URL('./who.html', import.meta.url), 'utf8');
  return Buffer.from(html.trimStart().replace('<div id="root"></div>', () => bar));
};

const policy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:",
  "worker-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface Page {
  readonly etag: string;
  readonly as: (encoding: Encoding) => Promise<Buffer>;
}
type Encoding = 'br' | 'gzip' | 'identity';

const compress: Readonly<Record<Encoding, (html: Buffer) => Promise<Buffer>>> = {
  br: (html) =>
    promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify(gzip),
  identity: async (html) => html,
};

const createPage = async (): Promise<Page> => {
  const html = await render();
  const made = new Map<Encoding, Promise<Buffer>>();
  return {
    etag: `"${createHash('sha256').update(html).digest('base64url')}"`,
    as: (encoding) => {
      const known = made.get(encoding) ?? compress[encoding](html);
      made.set(encoding, known);
      return known;
    },
  };
};

/** The page through which people explore the schema: rendered and compressed once, complete without any other host. */
export const createExplorer = (): Explorer => {
  let page: Promise<Page> | null = null;
  return {
    send: async (req, res) => {
      page ??= createPage();
      const { etag, as } = await page;
      const shared = { ETag: etag, 'Cache-Control': 'no-cache', Vary: 'Accept, Accept-Encoding' };
      if (req.headers['if-none-match'] === etag) {
        res.writeHead(304, shared).end();
        return;
      }
      const encoding = encodingFor(String(req.headers['accept-encoding'] ?? ''));
      const body = await as(encoding);
      res.writeHead(200, {
        ...shared,
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Length': body.length,
        ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
        'Content-Security-Policy': policy,
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
      });
      res.end(body);
    },
  };
};

const encodingFor = (accepted: string): Encoding => {
  const names = accepted.split(',').filter((part) => !/;\s*q=0(\.0+)?\s*$/.test(part));
  const has = (name: string): boolean => names.some((part) => part.trim().startsWith(name));
  if (has('br')) return 'br';
  return has('gzip') ? 'gzip' : 'identity';
};

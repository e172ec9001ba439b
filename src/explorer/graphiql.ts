import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { refused } from '../errors.ts';
import type { Exchange } from '../http/door/exchange.ts';
import type { File } from '../http/files/files.ts';
import { sendFile, textFile } from '../http/files/files.ts';
import { sendRefusal } from '../http/graphql/reply.ts';
import type { BuiltPage } from './built-page.ts';
import { forever, types } from './built-page.ts';

/** Answers a request for GraphiQL or one of its files; false for any other path. */
type Graphiql = (exchange: Exchange, path: string) => Promise<boolean>;

interface GraphiqlOptions {
  /** Whether the schema is shown, without which GraphiQL is of no use. */
  readonly introspection: boolean;
  readonly page: BuiltPage;
}

const address = '/graphiql';
const filesAt = `${address}/page/`;

/** GraphiQL over this gateway. Its package is read when somebody opens it for the first time. */
export const createGraphiql = ({ introspection, page }: GraphiqlOptions): Graphiql => {
  let read: Promise<GraphiqlFiles> | null = null;
  const parts = (): Promise<GraphiqlFiles> => {
    read ??= readParts().catch((error: unknown) => {
      read = null;
      throw error;
    });
    return read;
  };
  const fileNamed = async (name: string): Promise<File | null> =>
    (await parts()).files.get(name) ?? (await page.fileNamed(name));
  return async (exchange, path) => {
    const { req, res } = exchange;
    if (path !== address && !path.startsWith(filesAt)) return false;
    if (!introspection) {
      const code = 'INTROSPECTION_DISABLED';
      sendRefusal(exchange, refused(404, 'The schema is not shown here.', { code }));
    } else if (path === address) sendPage(res, (await page.built()).graphiql, await parts());
    else sendFile(req, res, await fileNamed(path.slice(filesAt.length)));
    return true;
  };
};

/** The files of the package, and their names, which change with their content. */
interface GraphiqlFiles {
  readonly names: Readonly<Record<'script' | 'style' | Worker, string>>;
  readonly files: ReadonlyMap<string, File>;
}
type Worker = 'editorWorkerService' | 'json' | 'graphql';

const readParts = async (): Promise<GraphiqlFiles> => {
  const yoga = await import('@graphql-yoga/render-graphiql/graphiql');
  const texts = {
    script: ['js', yoga.js],
    style: ['css', yoga.css],
    editorWorkerService: ['js', yoga.editorWorkerService],
    json: ['js', yoga.jsonWorker],
    graphql: ['js', yoga.graphqlWorker],
  } as const;
  const made = await Promise.all(
    Object.entries(texts).map(async ([part, [ending, text]]) => {
      const name = `${part}-${hash('sha256', text, 'hex').slice(0, 12)}.${ending}`;
      const file = await textFile(text);
      return { part, name, file: { ...file, type: types[ending] ?? file.type, cache: forever } };
    }),
  );
  return {
    names: Object.fromEntries(made.map(({ part, name }) => [part, name])) as GraphiqlFiles['names'],
    files: new Map(made.map(({ name, file }) => [name, file])),
  };
};

const sendPage = (res: ServerResponse, boot: string, { names }: GraphiqlFiles): void => {
  const { style, script, ...workers } = names;
  const facts = JSON.stringify({ script, workers });
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
<link rel="stylesheet" href="graphiql/page/${style}">
<body class="no-focus-outline">
<div id="root" data-facts="${facts.replaceAll('"', '&quot;')}"></div>
<script type="module" src="graphiql/page/${boot}"></script>
<noscript>GraphiQL needs JavaScript. GraphQL is at /graphql, by POST.</noscript>
</html>
`);
};

// As of the explorer, but for what its editor needs: it adds styles without a nonce, has fonts in
// its style sheet, and works in workers.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  'font-src data:',
  "worker-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

import { Client, Pool } from 'undici';

/**
 * The end of one request: its status and code, 0 if there was no whole answer, and its
 * milliseconds.
 */
export interface RequestResult {
  readonly status: number;
  readonly code: string | null;
  readonly ms: number;
  readonly body: string;
}

export interface Load {
  readonly url: string;
  readonly query: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const codeIn = (body: string): string | null => /"code":"(\w+)"/.exec(body)?.[1] ?? null;

/** Sends one request over these connections. */
export const sendOn = async (
  connections: Client | Pool,
  { url, query, headers = {} }: Load,
): Promise<RequestResult> => {
  const start = performance.now();
  const ended = (status: number, code: string | null, body = ''): RequestResult => ({
    status,
    code,
    ms: performance.now() - start,
    body,
  });
  try {
    const response = await connections.request({
      method: 'POST',
      path: new URL(url).pathname,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query }),
    });
    const body = await response.body.text();
    return ended(response.statusCode, codeIn(body.slice(0, 1000)), body);
  } catch (error) {
    return ended(0, (error as { readonly code?: string }).code ?? String(error));
  }
};

/** Requests of this many clients. Each sends the next one as soon as it has an answer. */
export const closedLoad = async (
  load: Load,
  { clients, ms }: { readonly clients: number; readonly ms: number },
): Promise<readonly RequestResult[]> => {
  const ends: RequestResult[] = [];
  const until = performance.now() + ms;
  const work = async (): Promise<void> => {
    const client = new Client(new URL(load.url).origin);
    while (performance.now() < until) ends.push(await sendOn(client, load));
    await client.close();
  };
  await Promise.all(Array.from({ length: clients }, work));
  return ends;
};

/**
 * Sends as many requests as are `due` by now, again and again, without waiting for earlier ones.
 */
export const openLoad = async (
  load: Load,
  { due, ms }: { readonly due: () => number; readonly ms: number },
): Promise<readonly RequestResult[]> => {
  const pool = new Pool(new URL(load.url).origin, { connections: 1024 });
  const sent: Promise<RequestResult>[] = [];
  const until = performance.now() + ms;
  while (performance.now() < until) {
    for (const wanted = due(); sent.length < wanted; ) sent.push(sendOn(pool, load));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const ends = await Promise.all(sent);
  await pool.close();
  return ends;
};

/** The value below which this part of a sample lies. */
export const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * part)] ?? 0;

import { print } from 'graphql';
import { UsageError } from '../../bin/commands.ts';
import type { Client } from '../../client/client.ts';
import { AdsGraphError } from '../../client/client.ts';
import type { Values } from '../../client/documents.ts';
import type { Progress } from '../output.ts';
import { patiently } from '../patient.ts';
import type { PagedDocument } from './document.ts';

/** A page of a connection. */
export interface Page {
  /** All that came with it. */
  readonly data: Values;
  readonly connection: Values;
  /** The nodes or the edges, as they came. */
  readonly list: readonly unknown[];
  readonly rows: readonly unknown[];
}

/** A query that is read page by page. */
interface PageRequest {
  readonly client: Client;
  readonly progress: Progress;
  readonly paged: PagedDocument;
  readonly path: string;
  readonly variables: Values;
}

const connectionAt = (data: Values, path: string): Values => {
  let value: unknown = data;
  for (const name of path.split('.')) {
    value = (value as Values)[name] ?? null;
    if (value === null) throw new AdsGraphError(`${name} of ${path} is null.`, { data });
    if (Array.isArray(value)) throw new UsageError(`--follow: ${name} of ${path} is a list`);
    if (typeof value !== 'object') throw new UsageError(`--follow: ${name} of ${path} is a value`);
  }
  return value as Values;
};

/** All pages of a connection. */
export async function* pagesOf({
  client,
  progress,
  paged,
  path,
  variables,
}: PageRequest): AsyncGenerator<Page> {
  const document = print(paged.document);
  let read = 0;
  for (let after: unknown = variables[paged.after] ?? paged.start; ; ) {
    const asked = { ...variables, [paged.after]: after };
    const data = await patiently(() => client.query<Values>(document, asked), progress);
    const connection = connectionAt(data, path);
    const list = (connection[paged.list] ?? []) as readonly unknown[];
    const isEdges = paged.list === 'edges';
    const rows = isEdges ? list.map((edge) => (edge as Values)['node']) : list;
    read += rows.length;
    progress.doing(`${read} rows of ${path}`);
    yield { data, connection, list, rows };
    const { hasNextPage, endCursor } = connection['pageInfo'] as Values;
    if (hasNextPage !== true || endCursor === null || endCursor === after) return;
    after = endCursor;
  }
}

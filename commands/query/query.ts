import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import { print as written } from 'graphql';
import { UsageError } from '../../bin/commands.ts';
import { AdsGraphError } from '../../client/client.ts';
import { csvLine } from '../../client/csv.ts';
import type { Values } from '../../client/documents.ts';
import { pause } from '../../client/failure.ts';
import type { Variables } from '../../src/index.ts';
import { type Connection, connect } from '../connection.ts';
import { createProgress, type Progress, print } from '../output.ts';
import { patiently } from '../patient.ts';
import { cellsOf, columnsOf, parseExactly } from './columns.ts';
import { operationIn, pagedAt, type QueryDocument, withOutcomes } from './document.ts';
import { type Page, pagesOf } from './follow.ts';
import { writeOneAnswer } from './one-answer.ts';

interface QueryOptions {
  readonly variables?: string;
  readonly operation?: string;
  readonly follow?: string;
  readonly format?: string;
  readonly key?: string;
  readonly url?: string;
  readonly quiet?: boolean;
}

/** An operation with its variables, options and connection. */
interface QueryRun {
  readonly asked: QueryDocument;
  readonly variables: Values;
  readonly options: QueryOptions;
  readonly connection: Connection;
  readonly progress: Progress;
}

/**
 * `ads-graph query`: sends a document and prints the answer. False for errors, and for a write that
 * was not applied.
 */
export const query = async (
  file: string,
  options: QueryOptions,
  environment: Variables,
): Promise<boolean> => {
  const asked = operationIn(await contentOf(file), options.operation);
  const variables = await variablesIn(options.variables);
  const run = runOf(asked, options);
  const progress = createProgress(options.quiet === true);
  const connection = await connect({
    url: options.url,
    variables: environment,
    progress,
    parse: parseExactly,
  });
  try {
    return await run({ asked, variables, options, connection, progress });
  } finally {
    progress.done();
    await connection.close();
  }
};

/**
 * The run that the options choose: a write, a read, or a read of all pages. Throws UsageError if
 * they do not fit the document.
 */
const runOf = (asked: QueryDocument, { follow, format = 'json', key }: QueryOptions) => {
  const isMutation = asked.operation.operation === 'mutation';
  if (!['json', 'ndjson', 'csv'].includes(format))
    throw new UsageError('--format must be json, ndjson or csv');
  if (format !== 'json' && follow === undefined)
    throw new UsageError(`--format ${format} needs --follow, which says what the rows are`);
  if (key !== undefined && !(isMutation && takesInput(asked)))
    throw new UsageError('--key needs a mutation with the variable $input');
  if (follow === undefined) return isMutation ? write : read;
  if (isMutation) throw new UsageError('--follow needs a query');
  pagedAt(asked, follow);
  return readPages;
};

const contentOf = async (file: string): Promise<string> => {
  if (file === '-') return textOf(process.stdin);
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be read: ${error.code}`);
  });
};

const variablesIn = async (given = '{}'): Promise<Values> => {
  const text = given.startsWith('@') ? await contentOf(given.slice(1)) : given;
  try {
    const read = parseExactly(text);
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read as Values;
  } catch {
    // Said below.
  }
  throw new UsageError('--variables must be an object of JSON, or @ and a file with one');
};

const takesInput = ({ operation }: QueryDocument): boolean =>
  (operation.variableDefinitions ?? []).some(({ variable }) => variable.name.value === 'input');

const showAnswer = (answer: object): Promise<void> => print(`${JSON.stringify(answer, null, 2)}\n`);

/** The data of an answer and its errors, which are empty if there are none. */
const answerTo = async (work: () => Promise<Values>) => {
  try {
    return { data: await work(), errors: [] };
  } catch (error) {
    if (!(error instanceof AdsGraphError) || error.errors.length === 0) throw error;
    return { data: error.data as Values | null, errors: error.errors };
  }
};

const read = async ({ asked, variables, connection, progress }: QueryRun): Promise<boolean> => {
  const document = written(asked.document);
  const { client } = connection;
  const { data, errors } = await answerTo(() =>
    patiently(() => client.query<Values>(document, variables), progress),
  );
  await showAnswer({ data, ...(errors.length > 0 && { errors }) });
  return errors.length === 0;
};

const readPages = async (running: QueryRun): Promise<boolean> => {
  const { asked, variables, options, connection, progress } = running;
  const { follow: path = '', format } = options;
  const paged = pagedAt(asked, path);
  const pages = pagesOf({ client: connection.client, progress, paged, path, variables });
  if (format === 'csv') await writeCsv(pages, running);
  else if (format === 'ndjson') await writeRows(pages);
  else await writeOneAnswer(pages, paged, path);
  return true;
};

const writeRows = async (pages: AsyncIterable<Page>): Promise<void> => {
  for await (const { rows } of pages)
    for (const row of rows) await print(`${JSON.stringify(row)}\n`);
};

const writeCsv = async (
  pages: AsyncIterable<Page>,
  { asked, options: { follow = '' } }: QueryRun,
): Promise<void> => {
  const { row, document } = pagedAt(asked, follow);
  let columns: ReturnType<typeof columnsOf> | null = null;
  for await (const { rows } of pages) {
    if (columns === null) {
      columns = columnsOf(row, document, rows);
      await print(csvLine(columns.map((column) => column.join('.'))));
    }
    for (const one of rows) await print(csvLine(cellsOf(one, columns)));
  }
};

const againAfterMs = 500;

const write = async (running: QueryRun): Promise<boolean> => {
  const { asked, connection, progress } = running;
  const document = written(withOutcomes(asked).document);
  const variables = keyed(running);
  const isKeyed = variables !== running.variables || keyIn(variables) !== undefined;
  const send = () =>
    answerTo(() => {
      const once = () => connection.client.query<Values>(document, variables);
      return isKeyed ? patiently(once, progress) : once();
    });
  let answer = await send();
  // The same key asks how the write ended, and never sends it again.
  if (isKeyed && outcomesIn(answer.data).includes('UNKNOWN')) {
    await pause(againAfterMs);
    answer = await send();
  }
  const { data, errors } = answer;
  await showAnswer({ data, ...(errors.length > 0 && { errors }) });
  return errors.length === 0 && outcomesIn(data).every((outcome) => outcome === 'APPLIED');
};

const inputOf = ({ input }: Values): Values => (input ?? {}) as Values;

const keyIn = (variables: Values): unknown => inputOf(variables)['idempotencyKey'];

/** The variables with a key, if the mutation can have one. A new key is told before it is used. */
const keyed = ({ asked, variables, options }: QueryRun): Values => {
  const isGiven = keyIn(variables) !== undefined && options.key === undefined;
  if (!takesInput(asked) || isGiven) return variables;
  const idempotencyKey = options.key ?? randomUUID();
  if (options.key === undefined) process.stderr.write(`Key of this write: ${idempotencyKey}\n`);
  return { ...variables, input: { ...inputOf(variables), idempotencyKey } };
};

const outcomesIn = (data: Values | null): readonly unknown[] =>
  Object.values(data ?? {}).map((payload) => (payload as Values | null)?.['outcome'] ?? null);

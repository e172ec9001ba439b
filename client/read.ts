import type { Ask, Request } from './ask.ts';
import type { Values } from './documents.ts';
import { isMutation, names } from './documents.ts';
import type { DryRun } from './dry-run.ts';
import { AdsGraphError, asFailure, failureOf, waitMs } from './failure.ts';
import type { Answer } from './parts.ts';

/** The functions that send requests and wait between them. */
export interface Patience {
  readonly ask: Ask;
  readonly pause: (ms: number) => Promise<unknown>;
}

/** Repeats a request until its response has no errors, as long as waiting may help. */
const askWith = async ({ ask, pause }: Patience, request: Request): Promise<Answer> => {
  const isSafe = request.isDryRun === true || !isMutation(request.document);
  for (let tries = 1; ; tries += 1) {
    const told = await ask(request).catch(asFailure);
    const failure = failureIn(told);
    const wait = failure !== null && isSafe ? waitMs(failure, tries) : null;
    if (wait !== null) await pause(wait);
    else if (told instanceof AdsGraphError) throw told;
    else return told;
  }
};

const failureIn = (told: Answer | AdsGraphError): AdsGraphError | null => {
  if (told instanceof AdsGraphError) return told;
  return told.errors.length === 0 ? null : failureOf(told.errors, told.data);
};

/** The data of a response without errors. */
export const readWith = async (patience: Patience, request: Request): Promise<Values> => {
  const { data, errors } = await askWith(patience, request);
  if (errors.length === 0 && data !== null) return data;
  throw failureOf(errors, data);
};

/** The data of a response, and the errors beside it. */
export const respondWith = async (patience: Patience, request: Request): Promise<Answer> => {
  const answer = await askWith(patience, request);
  if (answer.data !== null) return answer;
  throw failureOf(answer.errors, null);
};

/** The changes that a mutation would make. */
export const dryRunWith = async (
  patience: Patience,
  request: Omit<Request, 'isDryRun'>,
): Promise<DryRun> => {
  const { extensions, errors, data } = await askWith(patience, { ...request, isDryRun: true });
  const [write] = extensions?.dryRun?.writes ?? [];
  if (write !== undefined) return write;
  throw failureOf(errors, data);
};

interface Page {
  readonly nodes?: readonly unknown[];
  readonly edges?: readonly { readonly node: unknown }[];
  readonly pageInfo?: { readonly hasNextPage?: boolean; readonly endCursor?: string | null };
}

/** The rows of the connection at a path such as `account.campaigns`, through all its pages. */
export async function* rowsWith(
  read: (variables: Values) => Promise<Values>,
  request: Omit<Request, 'variables'> & { readonly variables: Values },
  path: string,
): AsyncGenerator<unknown> {
  const { document, variables } = request;
  if (!names(document, '$after')) throw new TypeError('The document must use $after in its list.');
  for (let after = variables['after']; ; ) {
    const page = pageAt(await read({ ...variables, after }), path);
    yield* page.nodes ?? page.edges?.map(({ node }) => node) ?? [];
    const { hasNextPage, endCursor } = page.pageInfo ?? {};
    if (hasNextPage === undefined || endCursor === undefined)
      throw new TypeError(`${path} must select pageInfo { hasNextPage endCursor }.`);
    if (!hasNextPage || endCursor === null) return;
    if (endCursor === after) throw new TypeError(`${path} must have the argument after: $after.`);
    after = endCursor;
  }
}

const pageAt = (data: Values, path: string): Page => {
  let value: unknown = data;
  for (const name of path.split('.')) {
    value = (value as Values)[name];
    if (value === null) throw new AdsGraphError(`${name} of ${path} is null.`, { data });
    if (typeof value !== 'object') throw new TypeError(`The response has no ${name} of ${path}.`);
  }
  const page = value as Page;
  if (page.nodes === undefined && page.edges === undefined)
    throw new TypeError(`${path} must select nodes, or edges { node }.`);
  return page;
};

import type { Ask, Request } from './ask.ts';
import type { Values } from './documents.ts';
import { isMutation, names } from './documents.ts';
import { AdsGraphError, failureOf, pause, waitMs } from './failure.ts';

/** Asks until there is an answer without errors, as long as waiting may help. */
export const readWith = async (ask: Ask, request: Request): Promise<Values> => {
  for (let tries = 1; ; tries += 1) {
    try {
      const { data, errors } = await ask(request);
      if (errors.length === 0 && data !== null) return data;
      throw failureOf(errors, data);
    } catch (error) {
      const isSafe = error instanceof AdsGraphError && !isMutation(request.document);
      const wait = isSafe ? waitMs(error, tries) : null;
      if (wait === null) throw error;
      await pause(wait);
    }
  }
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

import { refused } from '../errors.ts';
import { parseLossless } from '../upstream/client/answer/lossless-json.ts';

/** What a request asks. */
export interface Params {
  readonly query: string;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The parameters of a POST. One operation for each request: a list of them is refused. */
export const paramsOfBody = (body: string): Params => {
  const value = jsonOf(body, 'The body');
  if (Array.isArray(value)) throw refused(400, 'Send one operation for each request, not a list.');
  if (typeof value !== 'object' || value === null) {
    throw refused(400, 'The body must be a JSON object with the member query.');
  }
  return checkedParams(value);
};

/** The parameters of a GET. */
export const paramsOfUrl = (url: string): Params => {
  const search = new URLSearchParams(url.slice(url.indexOf('?') + 1 || url.length));
  const json = (name: string): unknown => {
    const text = search.get(name);
    return text === null || text === '' ? undefined : jsonOf(text, name);
  };
  return checkedParams({
    query: search.get('query'),
    operationName: search.get('operationName'),
    variables: json('variables'),
    extensions: json('extensions'),
  });
};

const jsonOf = (text: string, what: string): unknown => {
  try {
    // Ids and longs may come as JSON integers, and must not pass through a float.
    return parseLossless(text);
  } catch {
    throw refused(400, `${what} is not JSON.`);
  }
};

type Members = Readonly<
  Partial<Record<'query' | 'operationName' | 'variables' | 'extensions', unknown>>
>;

const checkedParams = ({ query, operationName, variables, extensions }: Members): Params => {
  if (typeof query !== 'string') throw refused(400, 'query must be a string: a GraphQL document.');
  if (!isAbsent(operationName) && typeof operationName !== 'string') {
    throw refused(400, 'operationName must be a string.');
  }
  objectOf(extensions, 'extensions');
  return {
    query,
    operationName: operationName || null,
    variables: objectOf(variables, 'variables'),
  };
};

const isAbsent = (value: unknown): value is null | undefined =>
  value === undefined || value === null;

const objectOf = (value: unknown, name: string): Readonly<Record<string, unknown>> => {
  if (isAbsent(value)) return {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw refused(400, `${name} must be a JSON object.`);
  }
  return value as Readonly<Record<string, unknown>>;
};

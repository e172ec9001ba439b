import type { GraphQLParams } from 'graphql-yoga';
import { queryIn } from '../../auth/replies.ts';
import { refusal, refused } from '../../errors/errors.ts';
import { exceeds, type JsonExtent, parseLossless } from '../../upstream/client/json/untrusted.ts';
import { type Admission, beginLongWork } from '../door/admission.ts';
import type { Bodies } from '../door/body.ts';
import { isAtMost } from '../door/headers.ts';
import { type OperationPlugin, type RequestOperation, required } from './operation.ts';

/** The parameters of GraphQL over HTTP, with the id of a trusted document. */
export interface Params extends GraphQLParams {
  documentId?: string;
}

export interface ParamRules {
  readonly limits: { readonly queryBytes: number };
  readonly admission: Admission;
  readonly bodies: Bodies;
}

/** A longer body (in bytes) takes milliseconds to read, so it needs a place. */
export const shortBody = 64 * 1024;

/** Reads the parameters of a request: the URL of a GET, or the body of a POST within its limits. */
export const useParams = (rules: ParamRules): OperationPlugin => ({
  onRequestParse: ({ serverContext: { operation }, setRequestParser }) =>
    setRequestParser(() => readParams(rules, operation)),
});

const readParams = async (
  { limits, admission, bodies }: ParamRules,
  { exchange, caller }: RequestOperation,
): Promise<Params> => {
  const { req, callerKey } = exchange;
  // A short body is read before the operation takes a place: it may need none. A long one costs
  // memory, and while the processor is overloaded, any body costs too much.
  if (admission.isLate() || !isAtMost(req, limits.queryBytes)) admission.refuseIfFull(callerKey);
  if (req.method === 'GET') return paramsOfUrl(req.url ?? '');
  const body = await bodies.read(exchange, required(caller));
  if (body.length > shortBody) await beginLongWork(admission, exchange);
  return paramsOfBody(body);
};

/**
 * Reads the body of a POST. Throws a refusal with status 400 for anything but one operation (a list
 * of operations is not supported), and for a body with more values than any input needs.
 */
const paramsOfBody = (body: Buffer): Params => {
  const value = jsonOf(body, 'The body');
  if (Array.isArray(value)) throw refused(400, 'Send one operation for each request, not a list.');
  if (typeof value !== 'object' || value === null) {
    throw refused(400, 'The body must be a JSON object with the member query.');
  }
  return checkedParams(value);
};

/** Reads the query of a GET. Throws a refusal with status 400. */
const paramsOfUrl = (url: string): Params => {
  const search = queryIn(url);
  const json = (name: string): unknown => {
    const text = search.get(name);
    return text === null || text === '' ? undefined : jsonOf(Buffer.from(text), name);
  };
  return checkedParams({
    query: search.get('query'),
    documentId: search.get('documentId'),
    doc_id: search.get('doc_id'),
    id: search.get('id'),
    operationName: search.get('operationName'),
    variables: json('variables'),
    extensions: json('extensions'),
  });
};

// The limits of a body. Input types can contain themselves, and every reader of such values
// recurses. No input type has a tenth of these members, and the API takes no body with as many
// values.
const most: JsonExtent = {
  depth: 66,
  values: 500_000,
  members: 200_000,
  membersEach: 1000,
};

const excesses: Readonly<Record<keyof JsonExtent, string>> = {
  depth: `nests lists and objects more than ${most.depth - 2} deep`,
  values: `holds more than ${most.values} values`,
  members: `holds more than ${most.members} members of objects`,
  membersEach: `holds an object of more than ${most.membersEach} members`,
};

/** The JSON in bytes, with every digit. Throws a refusal for invalid or excessive JSON. */
export const jsonOf = (json: Buffer, what: string): unknown => {
  const excess = exceeds(json, most);
  if (excess !== null) throw refusal('BAD_USER_INPUT', `${what} ${excesses[excess]}.`);
  try {
    // Ids and longs may be JSON integers beyond 2^53, which a number cannot hold.
    return parseLossless(json.toString());
  } catch {
    throw refused(400, `${what} is not JSON.`);
  }
};

type Member =
  | 'query'
  | 'documentId'
  | 'doc_id'
  | 'id'
  | 'operationName'
  | 'variables'
  | 'extensions';
type ParamMembers = Readonly<Partial<Record<Member, unknown>>>;

const checkedParams = (members: ParamMembers): Params => {
  const { query, operationName } = members;
  const extensions = objectOf(members.extensions, 'extensions');
  const documentId = idIn(members);
  if (typeof query !== 'string') {
    const isNamed = documentId !== undefined || sha256In({ extensions }) !== null;
    if (!isAbsent(query) || !isNamed) {
      throw refused(400, 'query must be a string: a GraphQL document.');
    }
  }
  if (!isAbsent(operationName) && typeof operationName !== 'string') {
    throw refused(400, 'operationName must be a string.');
  }
  return {
    ...(typeof query === 'string' && { query }),
    ...(operationName && { operationName }),
    ...(documentId !== undefined && { documentId }),
    variables: objectOf(members.variables, 'variables'),
    extensions,
  };
};

// `documentId` is the name in GraphQL over HTTP; clients of Relay use the others.
const idIn = ({ documentId, doc_id, id }: ParamMembers): string | undefined => {
  const found = documentId ?? doc_id ?? id;
  return typeof found === 'string' && found !== '' ? found : undefined;
};

/**
 * The SHA-256 of the document in hexadecimal digits, from automatic persisted queries; null if it
 * is not sent. Throws a refusal with status 400 for anything else there.
 */
export const sha256In = ({ extensions }: Params): string | null => {
  const persisted: unknown = extensions?.['persistedQuery'];
  if (isAbsent(persisted)) return null;
  const { version, sha256Hash } = objectOf(persisted, 'extensions.persistedQuery');
  if (version === 1 && typeof sha256Hash === 'string') return sha256Hash;
  throw refused(400, 'extensions.persistedQuery must be { version: 1, sha256Hash: a string }.');
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

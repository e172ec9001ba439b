import type { ErrorCode } from './upstream/client/errors.ts';

interface CodeFacts {
  /** The section of `docs/errors.md`. */
  readonly about: 'request' | 'limit' | 'viewer' | 'api';
  /** The HTTP status of a request that is refused with it; 200 for codes of fields. */
  readonly status: number;
  /** Whether the same request may succeed later; `told` means that `extensions.retryable` says so. */
  readonly retryable: 'yes' | 'no' | 'told';
  /** When it occurs, and what a client can do, in Markdown. */
  readonly when: string;
  readonly advice: string;
}

type Row = readonly [CodeFacts['about'], number, CodeFacts['retryable'], string, string];

// `docs/errors.md` has the same rows, which a test compares.
// biome-ignore format: a table is read by its rows
const rows = {
  BAD_USER_INPUT: ['request', 400, 'no', 'An argument cannot work: missing, malformed, too long, out of range, or excluded by another one; or a body holds more values, or nests them deeper, than any input. Nothing was sent. 200 where a field finds it out.', 'Mend what `argument` names.'],
  INVALID_CURSOR: ['request', 200, 'no', '`after` is not a cursor of this list with these filters and this order, or the API no longer knows it.', 'Start over without `after`.'],
  BAD_REQUEST: ['request', 400, 'no', 'The HTTP request is not one that GraphQL over HTTP knows (also 404, 405, 406, 415, 501); under `/auth/`, a sign-in that cannot go on.', 'Send a JSON body with `query`, by POST; begin the sign-in again.'],
  PAYLOAD_TOO_LARGE: ['request', 413, 'no', 'The body is larger than `LIMIT_BODY_BYTES`, or without a viewer than 64 KiB; or the document than `LIMIT_QUERY_BYTES`.', 'Send less at once, or sign in.'],
  CSRF_BLOCKED: ['request', 403, 'no', 'The request comes from another site.', "Send it from the gateway's own or an allowed origin."],
  GRAPHQL_PARSE_FAILED: ['request', 400, 'no', 'The document is not GraphQL.', 'Mend its syntax.'],
  GRAPHQL_VALIDATION_FAILED: ['request', 400, 'no', 'The document does not fit the schema.', 'Compare it with `schema.graphql`.'],
  PERSISTED_QUERY_NOT_FOUND: ['request', 400, 'yes', 'The request names a document that is not known here: by a hash that nobody has sent with its text lately, or by an id that is not in `PERSISTED_DOCUMENTS`.', 'Send the text with the hash; clients of persisted queries do so by themselves.'],
  PERSISTED_QUERY_MISMATCH: ['request', 400, 'no', 'The text is not the one of the hash or the id beside it.', 'Send the SHA-256 of the text, in hexadecimal digits.'],
  PERSISTED_QUERY_REQUIRED: ['request', 400, 'no', 'Only trusted documents are answered here (`PERSISTED_ONLY`).', 'Send the id of one, as the manifest has it.'],
  INTROSPECTION_DISABLED: ['request', 400, 'no', 'The schema is not shown here.', 'Use `schema.graphql`.'],
  IDEMPOTENCY_KEY_REUSED: ['request', 200, 'no', 'The `idempotencyKey` of a write belongs to one of the last 24 hours with another input. Nothing was sent.', 'Give each write a key of its own.'],
  IDEMPOTENCY_IN_PROGRESS: ['request', 200, 'yes', 'Somebody else has the write with this `idempotencyKey` in hand, and the time to wait for its end is over.', 'Ask again with the same key.'],
  TOKEN_LIMIT_EXCEEDED: ['limit', 400, 'no', 'The document has more tokens than `LIMIT_TOKENS`.', 'Split it.'],
  DEPTH_LIMIT_EXCEEDED: ['limit', 400, 'no', 'Its fields are nested deeper than `LIMIT_DEPTH`.', 'Split it.'],
  ALIAS_LIMIT_EXCEEDED: ['limit', 400, 'no', 'It has more aliases than `LIMIT_ALIASES`.', 'Ask for lists or `nodes(ids:)`.'],
  DIRECTIVE_LIMIT_EXCEEDED: ['limit', 400, 'no', 'More directives stand at one place than `LIMIT_DIRECTIVES`.', 'One of each is enough.'],
  COST_LIMIT_EXCEEDED: ['limit', 400, 'no', 'The document has more fields, could answer with more objects or values, or needs more upstream calls than allowed; or its answer grew larger (`LIMIT_FIELDS`, `LIMIT_ROOT_FIELDS`, `LIMIT_MUTATIONS`, `LIMIT_OBJECTS`, `LIMIT_VALUES`, `LIMIT_CALLS`, `LIMIT_ANSWER_BYTES`). The message says which, with both figures.', 'Ask for fewer rows: a smaller `first` in the outer lists helps most.'],
  UPSTREAM_CALL_LIMIT: ['limit', 200, 'no', 'The request made as many upstream calls as it may. What was read until then is in `data`.', 'Ask for fewer rows.'],
  OPERATION_TIMEOUT: ['limit', 200, 'yes', 'The time for one operation ran out.', 'Ask for less, or try again.'],
  OVERLOADED: ['limit', 503, 'yes', 'Too much at once; nothing was done.', 'Wait as long as `Retry-After` says.'],
  RATE_LIMITED: ['limit', 429, 'yes', 'Too many sign-ins began in a minute, from one address or in all (`LIMIT_SIGN_INS_EACH`, `LIMIT_SIGN_INS`).', 'Wait as long as `Retry-After` says.'],
  SHUTTING_DOWN: ['limit', 503, 'yes', 'The server is stopping.', 'Try again; another replica answers.'],
  STATE_STORE_UNAVAILABLE: ['limit', 200, 'yes', 'The store that replicas share does not answer, has lost what it knew, or holds what cannot be read. A write with an `idempotencyKey` was not sent; a sign-in (503) was not completed.', 'Try again, with the same key.'],
  UNAUTHENTICATED: ['viewer', 401, 'no', "No session, and no API key that lends the owner's token; or a session that is damaged, expired or ended.", 'Sign in.'],
  REAUTHENTICATION_REQUIRED: ['viewer', 401, 'no', 'The API no longer accepts the access token (code 89). 200 where a field finds it out.', 'Sign in again.'],
  FORBIDDEN: ['viewer', 200, 'no', "The API answered 403: the viewer may not see or do this, or the account is not theirs. Or the field acts for the application itself, which is not for this caller. Or (403) a mutation came with an API key that lends the owner's token for queries only.", "Ask the account's owner for access, or the gateway's operator for a key with the right."],
  UPSTREAM_AUTH_FAILED: ['viewer', 200, 'no', 'The API did not accept the signature.', "Check the application's keys and the server's clock."],
  NOT_FOUND: ['api', 200, 'no', 'A list belongs to something that does not exist. (A single entity that does not exist is `null`, without an error.)', 'Check the id.'],
  CONFLICT: ['api', 200, 'told', 'Somebody else is writing to the same object.', 'Try again.'],
  UPSTREAM_REJECTED: ['api', 200, 'no', 'The API refused the request; or, with `upstream.status` 200, said that something was wrong beside its data.', 'Read `upstream.errors`.'],
  UPSTREAM_RATE_LIMITED: ['api', 200, 'yes', "The API's window is used up. Nothing was executed.", 'Wait `retryAfterSeconds`.'],
  UPSTREAM_UNAVAILABLE: ['api', 200, 'yes', 'The API could not be reached, or answered 5xx.', 'Try again.'],
  UPSTREAM_TIMEOUT: ['api', 200, 'yes', 'The API did not answer in time.', 'Try again.'],
  UPSTREAM_BAD_RESPONSE: ['api', 200, 'told', 'The API answered, but not readably, or with a value that is not of the kind it promises. At a list that has data as well: some of its rows could not be read, or are not what was asked for.', 'Try again; `raw` shows a value that does not fit.'],
  UPSTREAM_CURSOR_LOOP: ['api', 200, 'no', 'The API gave the same cursor twice.', 'Report it; the rows so far were kept.'],
  UPSTREAM_OUTCOME_UNKNOWN: ['api', 200, 'told', 'In `errors` of a payload: nobody can tell whether the write took effect.', 'Read back before sending it again.'],
  INTERNAL_SERVER_ERROR: ['api', 500, 'no', "A fault of the gateway. The log has it under the request's id.", 'Report it.'],
} as const satisfies Readonly<Record<ErrorCode, Row>> & Readonly<Record<string, Row>>;

/** An error code that clients can rely on. */
export type Code = keyof typeof rows;

const factsOf = ([about, status, retryable, when, advice]: Row): CodeFacts => ({
  about,
  status,
  retryable,
  when,
  advice,
});

export const codes = Object.fromEntries(
  Object.entries(rows).map(([code, row]) => [code, factsOf(row)]),
) as Readonly<Record<Code, CodeFacts>>;

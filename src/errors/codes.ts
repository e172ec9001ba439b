import type { ErrorCode } from '../upstream/client/errors.ts';

interface CodeFacts {
  /** The table of `docs/errors.md` that contains the code. */
  readonly about: 'request' | 'limit' | 'viewer' | 'api';
  /** The HTTP status of a request that is refused with it; 200 for codes of fields. */
  readonly status: number;
  /** `yes` if the same request may succeed later; `told`: `extensions.retryable` decides. */
  readonly retryable: 'yes' | 'no' | 'told';
  /** The occasion of the error and what a client can do about it, as Markdown. */
  readonly when: string;
  readonly advice: string;
}

type CodeRow = readonly [CodeFacts['about'], number, CodeFacts['retryable'], string, string];

// `npm run codegen` writes the tables of `docs/errors.md` from these rows.
// biome-ignore format: a table is read by its rows
const rows = {
  BAD_USER_INPUT: ['request', 400, 'no', 'An argument is missing, malformed, too long, out of range, or excluded by another one. Or a body has more values, or deeper nesting, than any input. Nothing was sent. Status 200 if only a field is refused.', 'Correct what `argument` names.'],
  INVALID_CURSOR: ['request', 200, 'no', '`after` is not a cursor of this list with these filters and this order, or the API no longer knows it.', 'Start again without `after`.'],
  BAD_REQUEST: ['request', 400, 'no', 'The HTTP request does not follow GraphQL over HTTP (also 404, 405, 406, 415, 501). Under `/auth/`: the sign-in cannot continue.', 'Send a JSON body with `query`, by POST. Start the sign-in again.'],
  PAYLOAD_TOO_LARGE: ['request', 413, 'no', 'The body is larger than `LIMIT_BODY_BYTES`, or without a viewer than 64 KiB; or the document is larger than `LIMIT_QUERY_BYTES`.', 'Send less at once, or sign in.'],
  CSRF_BLOCKED: ['request', 403, 'no', 'The request comes from a page of another site.', "Send it from the gateway's own pages or from an allowed origin."],
  GRAPHQL_PARSE_FAILED: ['request', 400, 'no', 'The document is not GraphQL.', 'Correct its syntax.'],
  GRAPHQL_VALIDATION_FAILED: ['request', 400, 'no', 'The document does not fit the schema.', 'Compare it with `schema.graphql`.'],
  PERSISTED_QUERY_NOT_FOUND: ['request', 400, 'yes', 'The gateway does not know the document of this hash or id: no client has recently sent its text with the hash, or the id is not in `PERSISTED_DOCUMENTS`.', 'Send the text with the hash. Clients of persisted queries do so by themselves.'],
  PERSISTED_QUERY_MISMATCH: ['request', 400, 'no', 'The text does not match the hash or the id that came with it.', 'Send the SHA-256 of the text, in hexadecimal digits.'],
  PERSISTED_QUERY_REQUIRED: ['request', 400, 'no', 'Only trusted documents are accepted (`PERSISTED_ONLY`).', 'Send the id of a document in the manifest.'],
  INTROSPECTION_DISABLED: ['request', 400, 'no', 'The schema is not available here. Status 404 at `/schema.graphql` and `/graphiql`.', 'Use the file `schema.graphql`.'],
  GUARD_REFUSED: ['request', 200, 'no', "In `errors` of a payload: a rule of the gateway's operator does not allow the write (`GUARDS`). Nothing was sent.", 'Stay within `max`, or ask the operator; `details` has the name of the rule.'],
  IDEMPOTENCY_KEY_REUSED: ['request', 200, 'no', 'The `idempotencyKey` was used in the last 24 hours for a write with another input. Nothing was sent.', 'Give each write its own key.'],
  IDEMPOTENCY_IN_PROGRESS: ['request', 200, 'yes', 'Another request is still sending the write with this `idempotencyKey`.', 'Retry with the same key.'],
  TOKEN_LIMIT_EXCEEDED: ['limit', 400, 'no', 'The document has more tokens than `LIMIT_TOKENS`.', 'Split it.'],
  DEPTH_LIMIT_EXCEEDED: ['limit', 400, 'no', 'Fields are nested deeper than `LIMIT_DEPTH`, or brackets deeper than 200, or introspection is nested too deeply.', 'Split it.'],
  ALIAS_LIMIT_EXCEEDED: ['limit', 400, 'no', 'The operation has more aliases than `LIMIT_ALIASES`.', 'Use lists or `nodes(ids:)`.'],
  DIRECTIVE_LIMIT_EXCEEDED: ['limit', 400, 'no', 'One place has more directives than `LIMIT_DIRECTIVES`.', 'Use each once.'],
  COST_LIMIT_EXCEEDED: ['limit', 400, 'no', 'The operation has too many fields, could return too many objects or values, or needs too many upstream calls; or its response grew too large. (`LIMIT_FIELDS`, `LIMIT_ROOT_FIELDS`, `LIMIT_MUTATIONS`, `LIMIT_OBJECTS`, `LIMIT_VALUES`, `LIMIT_CALLS`, `LIMIT_ANSWER_BYTES`.) The message names the limit.', 'Ask for fewer rows: a smaller `first` in the outer lists helps most.'],
  UPSTREAM_CALL_LIMIT: ['limit', 200, 'no', 'The request made as many upstream calls as it may (`LIMIT_CALLS`). Everything read until then is in `data`.', 'Request fewer rows.'],
  OPERATION_TIMEOUT: ['limit', 200, 'yes', 'The time for one operation ran out: `TIMEOUT_OPERATION_MS`, and 10 s more for mutations.', 'Request less, or try again.'],
  OVERLOADED: ['limit', 503, 'yes', 'The gateway is at capacity. Nothing was done.', 'Wait as long as `Retry-After` says.'],
  RATE_LIMITED: ['limit', 429, 'yes', 'Too many sign-ins, or registrations and requests of clients, began within a minute, from one address or in total (`LIMIT_SIGN_INS_EACH`, `LIMIT_SIGN_INS`); or the API key has made its `callsPerMinute`, and nothing more was sent.', 'Wait as long as `Retry-After` says.'],
  SHUTTING_DOWN: ['limit', 503, 'yes', 'The gateway is shutting down.', 'Try again; another replica responds.'],
  STATE_STORE_UNAVAILABLE: ['limit', 200, 'yes', 'The store that replicas share does not respond, has lost its data, may evict it, has no room for further keyed writes of this user, or has a value that cannot be read; or `AUDIT_FILE` cannot be written. A write with an `idempotencyKey`, or with `AUDIT_FILE` any write, was not sent; a sign-in (status 503) was not completed; a session (status 503) is not accepted before the store has answered once; an upload (status 503 at `/media/…`) continues from `Upload-Offset`; a sign-out (status 503) holds at other replicas once the store answers.', 'Try again, with the same key.'],
  UNAUTHENTICATED: ['viewer', 401, 'no', "The request has no session and no API key that lends the owner's token; or its session is damaged, expired or ended, or its API key has expired.", 'Sign in.'],
  REAUTHENTICATION_REQUIRED: ['viewer', 401, 'no', 'The API no longer accepts the access token (code 89). Status 200 if only a field is refused.', 'Sign in again.'],
  FORBIDDEN: ['viewer', 200, 'no', "The API responded with 403: the viewer may not see or do this, or has no access to the account. Or the field acts for the application itself, which this caller may not. Or (status 403) a mutation came with an API key that lends the owner's token for queries only.", "Ask the account's owner for access, or the gateway's operator for a key with the right."],
  UPSTREAM_AUTH_FAILED: ['viewer', 200, 'no', 'The API did not accept the signature.', "Check the application's keys and the server's clock."],
  NOT_FOUND: ['api', 200, 'no', 'The parent of a list does not exist. (A single entity that does not exist is `null`, without an error.) Or the file of a job was deleted. Status 404 at `/media/…`: the viewer has no such upload, or it has expired.', 'Check the id.'],
  CONFLICT: ['api', 200, 'told', 'Another write to the same object is in progress. Status 409 at `/media/…`: the bytes do not begin at `Upload-Offset`, or another request sends them.', 'Try again.'],
  UPSTREAM_REJECTED: ['api', 200, 'no', 'The API refused the request; or, with `upstream.status` 200, it reported errors next to its data.', 'Read `upstream.errors`.'],
  UPSTREAM_RATE_LIMITED: ['api', 200, 'yes', "The API's rate window is used up, or has too few calls left for results that need several (`callsNeeded`, `callsLeft`). Nothing was executed.", 'Wait `retryAfterSeconds`, or request less.'],
  UPSTREAM_UNAVAILABLE: ['api', 200, 'yes', 'The API could not be reached, responded with 5xx, or failed so often that no calls are sent for a while.', 'Try again.'],
  UPSTREAM_TIMEOUT: ['api', 200, 'yes', 'The API did not respond in time.', 'Try again.'],
  UPSTREAM_BAD_RESPONSE: ['api', 200, 'told', 'The response of the API cannot be read, or a value is not of the documented type. Results lack an entity or an hour. The file of a job is damaged, too long, or at a host that is not allowed. At a list with data: some of its rows could not be read, or were not requested.', 'Try again; `raw` shows a value that does not fit.'],
  UPSTREAM_CURSOR_LOOP: ['api', 200, 'no', 'The API returned the same cursor twice. The rows read until then are in `data`.', 'Report it.'],
  UPSTREAM_OUTCOME_UNKNOWN: ['api', 200, 'told', 'In `errors` of a payload: the outcome of the write is unknown.', 'Retry with the same key, which never applies it twice; without one, read the data before you send it again.'],
  INTERNAL_SERVER_ERROR: ['api', 500, 'no', "An internal error: a bug in the gateway. Its log has the cause under the id of the request.", 'Report it.'],
} as const satisfies Readonly<Record<ErrorCode, CodeRow>> & Readonly<Record<string, CodeRow>>;

/** An error code that clients can rely on. */
export type Code = keyof typeof rows;

const factsOf = ([about, status, retryable, when, advice]: CodeRow): CodeFacts => ({
  about,
  status,
  retryable,
  when,
  advice,
});

export const codes = Object.fromEntries(
  Object.entries(rows).map(([code, row]) => [code, factsOf(row)]),
) as Readonly<Record<Code, CodeFacts>>;

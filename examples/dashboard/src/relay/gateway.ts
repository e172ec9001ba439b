import type {
  FetchFunction,
  GraphQLSingularResponse,
  RequestParameters,
  Variables,
} from 'relay-runtime';
import { Environment, Network, RecordSource, Store } from 'relay-runtime';
import type { Answer } from './parts.ts';
import { wholeAnswer } from './parts.ts';
import { unread } from './unread.ts';

/**
 * What the gateway has against something, and the place in the input that it is about where that is
 * known.
 */
export interface Fault {
  readonly message: string;
  readonly argument?: string | null | undefined;
}

interface GatewayErrorBody {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: { readonly code: string; readonly argument?: string };
}

// A write may have taken effect beside these: its answer was too long, somebody else has it in hand
// or had the key, the gateway failed, or it is no error of the gateway. After any other nothing was
// sent.
const doubtful: readonly string[] = [
  'COST_LIMIT_EXCEEDED',
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENCY_KEY_REUSED',
  'INTERNAL_SERVER_ERROR',
  'none',
];

/** An answer that does not hold what was asked for. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly faults: readonly Fault[];
  /** Whether signing in helps. */
  readonly isSignedOut: boolean;
  /** Whether this request certainly wrote nothing. An earlier one with its key may have. */
  readonly hadNoEffect: boolean;

  constructor(errors: readonly GatewayErrorBody[]) {
    super(errors.map(({ message }) => message).join(' '));
    this.faults = errors.map(({ message, extensions }) => ({
      message,
      argument: extensions?.argument,
    }));
    const codes = errors.map(({ extensions }) => extensions?.code ?? 'none');
    this.isSignedOut = codes.some((code) =>
      ['UNAUTHENTICATED', 'REAUTHENTICATION_REQUIRED'].includes(code),
    );
    this.hadNoEffect = codes.length > 0 && !codes.some((code) => doubtful.includes(code));
  }
}

// Of these queries each row stands for itself. Where only places in rows failed, the rest is shown,
// and beside it what could not be read. All others are shown as a whole or not at all: their page
// would not say what is missing, or would leave a part out of a sum.
const partial: readonly string[] = [
  'AccountsQuery',
  'AccountsPageQuery',
  'CampaignsQuery',
  'CampaignsPageQuery',
  'LineItemsQuery',
];

// The payload of a write is kept beside errors, because it tells how the write ended.
const isOfUse = (
  { data, errors }: Answer<GatewayErrorBody>,
  { name, operationKind }: RequestParameters,
): boolean =>
  operationKind === 'query'
    ? errors === undefined || (partial.includes(name) && errors.every(isInRow))
    : Object.values(data ?? {}).some((payload) => payload !== null);

const isInRow = ({ path }: GatewayErrorBody): boolean => path?.includes('edges') === true;

// The gateway sends parts where a document has the variable. `wholeAnswer` puts them together, so
// Relay is told that there are none: it would wait for them.
const inParts = (variables: Variables): Variables =>
  'inParts' in variables ? { ...variables, inParts: true } : variables;

/** What came of a request; `onData` hears of each part of it. */
export const answerOf = async (
  { name, text }: RequestParameters,
  variables: Variables,
  { headers, onData }: Asking = {},
): Promise<Answer<GatewayErrorBody>> => {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'multipart/mixed, application/graphql-response+json',
      ...headers,
    },
    body: JSON.stringify({ operationName: name, query: text, variables }),
  }).catch(() => {
    throw new Error('No answer came.');
  });
  return wholeAnswer<GatewayErrorBody>(response, (data) => {
    if (typeof onData === 'function') onData(data);
  }).catch(() => {
    throw new Error(`What came with status ${response.status} cannot be read.`);
  });
};

interface Asking {
  readonly headers?: Readonly<Record<string, string>>;
  readonly onData?: unknown;
}

const ask: FetchFunction = async (asked, variables, { metadata }) => {
  const onData: unknown = metadata?.['onData'];
  const answer = await answerOf(asked, inParts(variables), { onData });
  if (!isOfUse(answer, asked)) throw new GatewayError(answer.errors ?? []);
  if (asked.operationKind === 'query') unread.tell(asked.name, answer.errors ?? []);
  return answer as GraphQLSingularResponse;
};

/** A store that is empty, for one user: sign-in and sign-out load the page anew. */
export const createEnvironment = (): Environment =>
  new Environment({ network: Network.create(ask), store: new Store(new RecordSource()) });

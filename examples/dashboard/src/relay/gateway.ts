import type { FetchFunction, GraphQLSingularResponse } from 'relay-runtime';
import { Environment, Network, RecordSource, Store } from 'relay-runtime';

/** What the gateway has against something, and the place in the input that it is about where that is known. */
export interface Fault {
  readonly message: string;
  readonly argument?: string | null | undefined;
}

interface GatewayErrorBody {
  readonly message: string;
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

type Answer = GraphQLSingularResponse & { readonly errors?: readonly GatewayErrorBody[] };

// A page that shows less than it asked for would not say so: what is read is shown as a whole or not at all. The payload of a
// write is kept beside errors, because it tells how the write ended.
const isOfUse = ({ data = null, errors }: Answer, kind: string): boolean =>
  kind === 'query'
    ? errors === undefined
    : Object.values(data ?? {}).some((payload) => payload !== null);

const ask: FetchFunction = async ({ name, operationKind, text }, variables) => {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
    },
    body: JSON.stringify({ operationName: name, query: text, variables }),
  }).catch(() => {
    throw new Error('No answer came.');
  });
  const answer: Answer = await response.json().catch(() => {
    throw new Error(`What came with status ${response.status} cannot be read.`);
  });
  if (isOfUse(answer, operationKind)) return answer;
  throw new GatewayError(answer.errors ?? []);
};

/** A store that is empty, for one user: sign-in and sign-out load the page anew. */
export const createEnvironment = (): Environment =>
  new Environment({ network: Network.create(ask), store: new Store(new RecordSource()) });

import type {
  GraphQLTaggedNode,
  IEnvironment,
  MutationConfig,
  MutationParameters,
} from 'relay-runtime';
import { commitMutation } from 'relay-runtime';
import type { Ending } from './fault.ts';

/** The variables of a mutation of the gateway, with one input. */
export interface Writing extends MutationParameters {
  readonly variables: { readonly input: object };
}
/** The type of its input. */
export type InputOf<M extends Writing> = M['variables']['input'];

/** A mutation of Relay. */
export interface Committed<M extends Writing, Payload> {
  readonly mutation: GraphQLTaggedNode;
  readonly configOf: (
    input: InputOf<M>,
  ) => Pick<MutationConfig<M>, 'variables' | 'optimisticUpdater'>;
  readonly payloadOf: (response: M['response']) => Payload | null | undefined;
}

interface Asked<M extends Writing> {
  readonly input: InputOf<M>;
  /** Called with the part of the response that has arrived. */
  readonly hear: (data: Readonly<Record<string, unknown>>) => void;
}

/** Sends a mutation through Relay, which stores the response. Resolves with the payload. */
export const commit = <M extends Writing, Payload extends Ending>(
  environment: IEnvironment,
  { mutation, configOf, payloadOf }: Committed<M, Payload>,
  { input, hear }: Asked<M>,
): Promise<Payload | Ending> =>
  new Promise((resolve, reject) => {
    commitMutation<M>(environment, {
      ...configOf(input),
      mutation,
      cacheConfig: { metadata: { onData: hear } },
      onCompleted: (response, errors) => {
        const payload = payloadOf(response);
        if (payload) resolve(withErrors(payload, errors ?? []));
        else reject(new Error('The response has no payload.'));
      },
      onError: reject,
    });
  });

/** The payload, whose errors include those of the whole response. */
const withErrors = <Payload extends Ending>(
  payload: Payload,
  beside: readonly { readonly message: string }[],
): Payload =>
  payload.outcome === 'APPLIED'
    ? payload
    : { ...payload, errors: [...payload.errors, ...beside.map(({ message }) => ({ message }))] };

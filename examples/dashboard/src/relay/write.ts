import { useMutation } from 'react-relay';
import type { GraphQLTaggedNode, MutationParameters } from 'relay-runtime';
import type { Fault } from './gateway.ts';
import { GatewayError } from './gateway.ts';

export type Outcome = 'APPLIED' | 'NOT_APPLIED' | 'REJECTED' | 'UNKNOWN';

/** How a write ended, and why it did not end as asked. */
export interface Ending {
  readonly outcome: Outcome;
  readonly errors: readonly Fault[];
}

type Config<M extends MutationParameters> = Omit<
  Parameters<ReturnType<typeof useMutation<M>>[0]>[0],
  'onCompleted' | 'onError'
>;

/**
 * A function that writes and tells how it ended, wherever the gateway says so, and whether it is under way. A write is never
 * repeated by itself: after `UNKNOWN` it may have taken effect.
 */
export const useWrite = <M extends MutationParameters, Payload extends Ending>(
  mutation: GraphQLTaggedNode,
  payloadOf: (response: M['response']) => Payload | null | undefined,
): [write: (config: Config<M>) => Promise<Payload | Ending>, isUnderWay: boolean] => {
  const [commit, isUnderWay] = useMutation<M>(mutation);
  const write = (config: Config<M>): Promise<Payload | Ending> =>
    new Promise((resolve) => {
      commit({
        ...config,
        onCompleted: (response) => resolve(payloadOf(response) ?? endingOf(new GatewayError([]))),
        onError: (error) => resolve(endingOf(error)),
      });
    });
  return [write, isUnderWay];
};

// An error of the gateway without a payload says that nothing was sent; where no answer came, nobody can tell.
const endingOf = (error: Error): Ending =>
  error instanceof GatewayError
    ? { outcome: 'NOT_APPLIED', errors: error.faults }
    : { outcome: 'UNKNOWN', errors: [{ message: `No answer came: ${error.message}` }] };

import { useContext, useState } from 'react';
import type { UseMutationConfig } from 'react-relay';
import { useMutation } from 'react-relay';
import type { GraphQLTaggedNode, MutationParameters } from 'relay-runtime';
import { UserId } from '../user.ts';
import type { Ending } from './attempt.ts';
import { attempt } from './attempt.ts';
import { GatewayError } from './gateway.ts';
import type { OpenWrite } from './open-writes.ts';
import { placeOf } from './open-writes.ts';

interface Writing extends MutationParameters {
  readonly variables: { readonly input: object };
}
type InputOf<M extends Writing> = M['variables']['input'];

interface Description<M extends Writing, Payload> {
  readonly mutation: GraphQLTaggedNode;
  /** A name that no other write of the page has. */
  readonly name: string;
  readonly configOf: (input: InputOf<M>) => Omit<UseMutationConfig<M>, 'onCompleted' | 'onError'>;
  readonly payloadOf: (response: M['response']) => Payload | null | undefined;
  readonly onEnd?: (ending: Payload | Ending) => void;
}

interface State<Input, Payload> {
  /** The last write; null before the first. */
  readonly last: OpenWrite<Input> | null;
  /** Whether the last write may have taken effect without the page knowing. */
  readonly isOpen: boolean;
  readonly isUnderWay: boolean;
  /** How the last request for it ended; null before it did. */
  readonly ending: Payload | Ending | null;
}

/** A write, and how it stands. */
export interface Write<Input, Payload = Ending> extends State<Input, Payload> {
  /** Writes. While a write is open, asks again how that one ended, whatever the input. */
  readonly send: (input: Input, names?: readonly string[]) => Promise<void>;
  /** Gives the last write up, whatever became of it: the next one is another. */
  readonly forget: () => void;
}

/**
 * Writes with a key, which stays with its input until it is known how the write ended: however often
 * it is asked for, and whatever the page goes through meanwhile, it takes effect once.
 */
export const useWrite = <M extends Writing, Payload extends Ending>(
  description: Description<M, Payload>,
): Write<InputOf<M>, Payload> => {
  const { mutation, name, configOf, payloadOf, onEnd } = description;
  const userId = useContext(UserId);
  const place = placeOf<InputOf<M>>(userId, name);
  const [commit] = useMutation<M>(mutation);
  const [state, setState] = useState<State<InputOf<M>, Payload>>(() => begun(place.read()));

  const ask = (input: InputOf<M>): Promise<Payload> =>
    new Promise((resolve, reject) => {
      const onCompleted = (response: M['response']): void => {
        const payload = payloadOf(response);
        if (payload) resolve(payload);
        else reject(new GatewayError([]));
      };
      commit({ ...configOf(input), onCompleted, onError: reject });
    });
  const send = async (input: InputOf<M>, names: readonly string[] = []): Promise<void> => {
    const open = state.isOpen ? state.last : null;
    const idempotencyKey = crypto.randomUUID();
    const last = open ?? { input: { ...input, idempotencyKey }, names, since: Date.now() };
    setState({ last, isOpen: true, isUnderWay: true, ending: open && state.ending });
    const ending = await attempt(last, { isFirst: open === null, userId, place, ask });
    const isOpen = ending.outcome === 'UNKNOWN';
    if (!isOpen) place.drop();
    setState({ last, isOpen, isUnderWay: false, ending });
    onEnd?.(ending);
  };
  const forget = (): void => {
    place.drop();
    setState(begun(null));
  };
  return { ...state, send, forget };
};

const begun = <Input, Payload>(open: OpenWrite<Input> | null): State<Input, Payload> => ({
  last: open,
  isOpen: open !== null,
  isUnderWay: false,
  ending: open && { outcome: 'UNKNOWN', errors: [] },
});

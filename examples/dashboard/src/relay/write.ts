import { useContext, useRef, useState } from 'react';
import { useRelayEnvironment } from 'react-relay';
import type {
  GraphQLTaggedNode,
  IEnvironment,
  MutationConfig,
  MutationParameters,
} from 'relay-runtime';
import { commitMutation } from 'relay-runtime';
import { UserId } from '../user.ts';
import type { Ending } from './attempt.ts';
import { attempt } from './attempt.ts';
import { isReady, previewOf, ReviewWith } from './dry-run.ts';
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
  readonly configOf: (
    input: InputOf<M>,
  ) => Pick<MutationConfig<M>, 'variables' | 'optimisticUpdater'>;
  readonly payloadOf: (response: M['response']) => Payload | null | undefined;
  /** Whether asking again with the same key goes on after this; only after `UNKNOWN` unless given. */
  readonly goesOnAfter?: (payload: Payload) => boolean;
  /** Whether what it would do is shown before it is sent. */
  readonly isReviewed: (input: InputOf<M>) => boolean;
  readonly onEnd?: (ending: Payload | Ending) => void;
}

/** How a write stands. */
export interface WriteState<Input, Payload = Ending> {
  /** The last write; null before the first. */
  readonly last: OpenWrite<Input> | null;
  /** Whether the last write may have taken effect without the page knowing, or goes on. */
  readonly isOpen: boolean;
  readonly isUnderWay: boolean;
  /** What has come of the payload while the last request is under way. */
  readonly soFar: Partial<Payload> | null;
  /** How the last request for it ended; null before it did. */
  readonly ending: Payload | Ending | null;
}

/** A write, and how it stands. */
export interface Write<Input, Payload = Ending> extends WriteState<Input, Payload> {
  /**
   * Writes, with a key of its own. While a write is open, asks again how that one ended. False where
   * somebody saw what it would do, and went back.
   */
  readonly send: (
    input: Omit<Input, 'idempotencyKey'>,
    names?: readonly string[],
  ) => Promise<boolean>;
  /** Asks again how the open write ended, with its key; nothing where none is open. */
  readonly again: () => Promise<void>;
  /** Gives the last write up, whatever became of it: the next one is another. */
  readonly forget: () => void;
}

/**
 * Writes with a key, which stays with its input until it is known how the write ended: however
 * often it is asked for, and whatever the page goes through meanwhile, it takes effect once.
 */
export const useWrite = <M extends Writing, Payload extends Ending>(
  description: Description<M, Payload>,
): Write<InputOf<M>, Payload> => {
  const { name, goesOnAfter, onEnd } = description;
  const environment = useRelayEnvironment();
  const userId = useContext(UserId);
  const review = useContext(ReviewWith);
  const place = placeOf<OpenWrite<InputOf<M>>>(userId, name);
  const [state, setState] = useState<WriteState<InputOf<M>, Payload>>(() => begun(place.read()));
  // As it is now, for whoever writes again as soon as a write has ended.
  const now = useRef(state);
  const become = (next: WriteState<InputOf<M>, Payload>): void => {
    now.current = next;
    setState(next);
  };

  // A write has one field, whatever its name.
  const hear = (data: Readonly<Record<string, unknown>>): void => {
    const [payload] = Object.values(data) as Partial<Payload>[];
    become({ ...now.current, soFar: structuredClone(payload) ?? null });
  };
  const ask = (input: InputOf<M>): Promise<Payload> =>
    commit(environment, { ...description, input, hear });
  const attemptIt = async (last: OpenWrite<InputOf<M>>, isFirst: boolean): Promise<void> => {
    const known = isFirst ? null : now.current.ending;
    become({ last, isOpen: true, isUnderWay: true, soFar: null, ending: known });
    const ending = await attempt(last, { isFirst, userId, place, ask });
    const isOpen =
      ending.outcome === 'UNKNOWN' || (isPayload(ending) && goesOnAfter?.(ending) === true);
    if (!isOpen) place.drop();
    become({ last, isOpen, isUnderWay: false, soFar: null, ending });
    onEnd?.(ending);
  };
  const again = async (): Promise<void> => {
    const { isOpen, last } = now.current;
    if (isOpen && last !== null) await attemptIt(last, false);
  };
  const send = async (
    input: Omit<InputOf<M>, 'idempotencyKey'>,
    names: readonly string[] = [],
  ): Promise<boolean> => {
    if (now.current.isOpen) {
      await again();
      return true;
    }
    const keyed = { ...input, idempotencyKey: crypto.randomUUID() } as InputOf<M>;
    if (description.isReviewed(keyed)) {
      const { mutation, configOf } = description;
      const preview = await review(previewOf(mutation, configOf(keyed).variables));
      if (preview === null) return false;
      if (!isReady(preview)) {
        become({ ...begun<InputOf<M>, Payload>(null), ending: preview });
        onEnd?.(preview);
        return true;
      }
    }
    await attemptIt({ input: keyed, names, since: Date.now() }, true);
    return true;
  };
  const forget = (): void => {
    place.drop();
    become(begun(null));
  };
  return { ...state, send, again, forget };
};

interface Asked<M extends Writing, Payload> extends Description<M, Payload> {
  readonly input: InputOf<M>;
  readonly hear: (data: Readonly<Record<string, unknown>>) => void;
}

const commit = <M extends Writing, Payload extends Ending>(
  environment: IEnvironment,
  { input, hear, mutation, configOf, payloadOf }: Asked<M, Payload>,
): Promise<Payload> =>
  new Promise((resolve, reject) => {
    commitMutation<M>(environment, {
      ...configOf(input),
      mutation,
      cacheConfig: { metadata: { onData: hear } },
      onCompleted: (response, errors) => {
        const payload = payloadOf(response);
        if (payload) resolve(withErrors(payload, errors ?? []));
        else reject(new GatewayError([]));
      },
      onError: reject,
    });
  });

// What `attempt` makes of a failure says whether signing in helps; payloads say nothing of it.
const isPayload = <Payload extends Ending>(ending: Payload | Ending): ending is Payload =>
  ending.isSignedOut === undefined;

/** The payload, and behind its errors those that stand beside it in the answer. */
const withErrors = <Payload extends Ending>(
  payload: Payload,
  beside: readonly { readonly message: string }[],
): Payload =>
  payload.outcome === 'APPLIED'
    ? payload
    : { ...payload, errors: [...payload.errors, ...beside.map(({ message }) => ({ message }))] };

const begun = <Input, Payload>(open: OpenWrite<Input> | null): WriteState<Input, Payload> => ({
  last: open,
  isOpen: open !== null,
  isUnderWay: false,
  soFar: null,
  ending: open && { outcome: 'UNKNOWN', errors: [] },
});

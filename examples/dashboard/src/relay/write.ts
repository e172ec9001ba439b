import type { Client } from 'ads-graph/client';
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { useRelayEnvironment } from 'react-relay';
import { getRequest } from 'relay-runtime';
import { UserId } from '../user.ts';
import type { Committed, InputOf, Writing } from './commit.ts';
import { commit } from './commit.ts';
import { isReady, previewOf, ReviewWith } from './dry-run.ts';
import { endingOf } from './ending.ts';
import type { Ending } from './fault.ts';
import type { OpenWrite } from './open-writes.ts';
import { placeOf } from './open-writes.ts';

type Unkeyed<Input> = Omit<Input, 'idempotencyKey'>;

interface Description<M extends Writing, Payload> extends Committed<M, Payload> {
  /** A name that no other write of the page has. */
  readonly name: string;
  /** True if the effect of this input is shown before it is sent. */
  readonly isReviewed: (input: Unkeyed<InputOf<M>>) => boolean;
  readonly onEnd?: (ending: Payload | Ending, input: InputOf<M>) => void;
}

/** The state of a write. */
export interface WriteState<Input, Payload = Ending> {
  /** The last write; null before the first. */
  readonly last: OpenWrite<Input> | null;
  /** True if the outcome of the last write is unknown, or it is still under way. */
  readonly isOpen: boolean;
  readonly isUnderWay: boolean;
  /** The part of the payload that has arrived while the last request is under way. */
  readonly soFar: Partial<Payload> | null;
  /** The outcome of its last request; null before it ended. */
  readonly ending: Payload | Ending | null;
}

/** A write and its state. */
export interface Write<Input, Payload = Ending> extends WriteState<Input, Payload> {
  /**
   * Sends the write. While one is open, checks again how that one ended. False if the user saw its
   * effect and went back.
   */
  readonly send: (input: Unkeyed<Input>, names?: readonly string[]) => Promise<boolean>;
  /** Checks again how the open write ended; does nothing if none is open. */
  readonly again: () => Promise<void>;
  /** Gives up the last write, whatever its outcome: the next one gets a new key. */
  readonly forget: () => void;
}

/** The client of the user that this page is for. */
export const GatewayClient = createContext<Client | null>(null);

/**
 * A write by the client, which keeps its key until its outcome is known; the page keeps its input.
 * It takes effect once, even after retries and reloads.
 */
export const useWrite = <M extends Writing, Payload extends Ending>(
  description: Description<M, Payload>,
): Write<InputOf<M>, Payload> => {
  const { mutation, name, configOf, onEnd } = description;
  const environment = useRelayEnvironment();
  const client = useClient();
  const review = useContext(ReviewWith);
  const place = placeOf<OpenWrite<InputOf<M>>>(useContext(UserId), name);
  const [state, setState] = useState<WriteState<InputOf<M>, Payload>>(() => begun(place.read()));
  // The current state, for a second write as soon as the first has ended.
  const now = useRef(state);
  const become = (next: WriteState<InputOf<M>, Payload>): void => {
    now.current = next;
    setState(next);
  };
  const asked = (input: InputOf<M>): readonly [string, M['variables']] => [
    getRequest(mutation).params.text ?? '',
    configOf(input).variables,
  ];

  // A write has one field, whatever its name.
  const hear = (data: Readonly<Record<string, unknown>>): void => {
    const [payload] = Object.values(data) as Partial<Payload>[];
    become({ ...now.current, soFar: structuredClone(payload) ?? null });
  };
  const attempt = async (last: OpenWrite<InputOf<M>>, known: Payload | Ending | null) => {
    become({ last, isOpen: true, isUnderWay: true, soFar: null, ending: known });
    place.keep(last);
    const { input } = last;
    const ending = await commit(environment, description, { input, hear }).catch(endingOf);
    const isOpen = await client.isOpen(...asked(input));
    if (!isOpen) place.drop();
    become({ last, isOpen, isUnderWay: false, soFar: null, ending });
    onEnd?.(ending, input);
  };
  const again = async (): Promise<void> => {
    const { isOpen, last, ending } = now.current;
    if (isOpen && last !== null) await attempt(last, ending);
  };
  const send = async (
    unkeyed: Unkeyed<InputOf<M>>,
    names: readonly string[] = [],
  ): Promise<boolean> => {
    if (now.current.isOpen) {
      await again();
      return true;
    }
    // The client adds the key.
    const input = unkeyed as InputOf<M>;
    if (description.isReviewed(input)) {
      const preview = await review(previewOf(client.dryRun(...asked(input))));
      if (preview === null) return false;
      if (!isReady(preview)) {
        become({ ...begun<InputOf<M>, Payload>(null), ending: preview });
        onEnd?.(preview, input);
        return true;
      }
    }
    await attempt({ input, names }, null);
    return true;
  };
  const forget = (): void => {
    const { last } = now.current;
    if (last !== null) void client.forget(...asked(last.input));
    place.drop();
    become(begun(null));
  };
  useForgotten(state, { isOpenFor: (input) => client.isOpen(...asked(input)), forget });
  return { ...state, send, again, forget };
};

const useClient = (): Client => {
  const client = useContext(GatewayClient);
  if (client === null) throw new Error('A write needs a GatewayClient around it.');
  return client;
};

interface Asking<Input> {
  readonly isOpenFor: (input: Input) => Promise<boolean>;
  readonly forget: () => void;
}

/** Gives up a stored write for which the client has no key: it has ended. */
const useForgotten = <Input>(
  { last }: Pick<WriteState<Input>, 'last'>,
  { isOpenFor, forget }: Asking<Input>,
): void => {
  const [found] = useState(last);
  const check = useRef(async () => {
    if (found !== null && !(await isOpenFor(found.input))) forget();
  });
  useEffect(() => void check.current(), []);
};

const begun = <Input, Payload>(open: OpenWrite<Input> | null): WriteState<Input, Payload> => ({
  last: open,
  isOpen: open !== null,
  isUnderWay: false,
  soFar: null,
  ending: open && { outcome: 'UNKNOWN', errors: [] },
});

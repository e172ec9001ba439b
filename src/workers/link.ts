import type { Serializable } from 'node:child_process';

/** What one process does for another, by name. */
type Calls = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>;

/** A process that can be asked. */
export interface Link<Theirs extends Calls> {
  /** Rejects where it cannot do so, and where it has ended. */
  readonly ask: <Name extends keyof Theirs & string>(
    name: Name,
    ...args: Parameters<Theirs[Name]>
  ) => Promise<Awaited<ReturnType<Theirs[Name]>>>;
  /** Asks for no answer. */
  readonly say: <Name extends keyof Theirs & string>(
    name: Name,
    ...args: Parameters<Theirs[Name]>
  ) => void;
}

/** The way to the other process, as Node.js has it. */
interface Channel {
  readonly send?: (message: Serializable, sent: (error: Error | null) => void) => boolean;
  readonly on: (event: 'message' | 'disconnect', listener: (message: unknown) => void) => unknown;
}

interface Asked {
  readonly ask: string;
  /** Null where no answer is wanted. */
  readonly id: number | null;
  readonly args: readonly unknown[];
}

type Answered = { readonly to: number } & (
  | { readonly value: unknown }
  | { readonly failure: string }
);

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The link to the process at the other end, for which `own` is done. */
export const openLink = <Theirs extends Calls>(channel: Channel, own: Calls): Link<Theirs> => {
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  const send = (message: Asked | Answered, failed: (error: Error) => void = () => undefined) =>
    channel.send?.({ ...message }, (error) => error !== null && failed(error));
  const settle = (id: number, act: (one: Waiting) => void): void => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (one !== undefined) act(one);
  };
  const answer = async ({ ask, id, args }: Asked): Promise<void> => {
    try {
      const value = await own[ask]?.(...(args as never[]));
      if (id !== null) send({ to: id, value });
    } catch (error) {
      if (id === null) throw error;
      send({ to: id, failure: String(error) });
    }
  };
  channel.on('message', (text) => {
    const message = text as Asked | Answered;
    if ('ask' in message) void answer(message);
    else if ('failure' in message)
      settle(message.to, ({ reject }) => reject(new Error(message.failure)));
    else settle(message.to, ({ resolve }) => resolve(message.value));
  });
  channel.on('disconnect', () => {
    for (const id of waiting.keys()) settle(id, ({ reject }) => reject(new Error('it has ended')));
  });
  return {
    ask: (name, ...args) =>
      new Promise((resolve, reject) => {
        const id = asked++;
        waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
        send({ ask: name, id, args }, (error) => settle(id, (one) => one.reject(error)));
      }),
    say: (name, ...args) => void send({ ask: name, id: null, args }),
  };
};

import type { Address } from './ask.ts';
import { createAsk } from './ask.ts';
import type { Document, Given, Values } from './documents.ts';
import { sendable } from './documents.ts';
import type { Keys } from './keys.ts';
import { createKeyring } from './keys.ts';
import { watched } from './launch.ts';
import { readWith, rowsWith } from './read.ts';
import type { Leading, RowAt, StepOf, WriteVariables, Written } from './shapes.ts';
import { createWriting, inputOf } from './write.ts';

export type { Document } from './documents.ts';
export type { GraphError } from './failure.ts';
export { AdsGraphError } from './failure.ts';
export type { Keys } from './keys.ts';
export type { Written } from './shapes.ts';

export interface ClientOptions extends Address {
  /** By default keys are kept in memory, and lost with the page. */
  readonly keys?: Keys | undefined;
}

/** The steps of a launch as they end, and its payload. */
export interface Launch<Data> extends AsyncIterable<StepOf<Data>> {
  /** How the launch ended. Starts it if nobody iterates. */
  readonly end: () => Promise<Written<Data>>;
}

export interface Client {
  /**
   * The data of a query. It is asked again while waiting may help, for at most half a minute.
   * Throws AdsGraphError, with all errors, if there are any. A mutation is sent once.
   */
  readonly query: <Data = Values, Variables = Values>(
    document: Document<Data, Variables>,
    ...given: Given<Variables>
  ) => Promise<Data>;
  /**
   * The rows of the connection at a path such as `account.campaigns`, through all its pages. The
   * document passes `$after` to it and selects `pageInfo { hasNextPage endCursor }`.
   */
  readonly rows: <Data = Values, Variables = Values, const Path extends string = string>(
    document: Document<Data, Variables>,
    variables: NoInfer<Omit<Variables, 'after'>>,
    path: Path & Leading<Data, Path>,
  ) => AsyncGenerator<RowAt<Data, Path>, void, undefined>;
  /**
   * Sends the mutation of a document under one key, which is kept until the outcome is known: the
   * same write, also after a reload, takes effect once. UNKNOWN is asked once more; then the key
   * stays. Throws AdsGraphError if there is no payload; its `outcome` says whether the key stays.
   */
  readonly write: <Data = Values, Variables = WriteVariables>(
    document: Document<Data, Variables>,
    variables: NoInfer<Variables>,
  ) => Promise<Written<Data>>;
  /** A launch or a copy, whose key is kept until nothing is left to do. */
  readonly watchLaunch: <Data = Values, Variables = WriteVariables>(
    document: Document<Data, Variables>,
    variables: NoInfer<Variables>,
  ) => Launch<Data>;
  /** Gives up the key of a write whose outcome is not known. The same write is then another one. */
  readonly forget: <Variables = WriteVariables>(
    document: Document<never, Variables>,
    variables: NoInfer<Variables>,
  ) => Promise<void>;
}

/** Creates a client of a gateway. */
export const createClient = ({ keys = new Map(), ...address }: ClientOptions): Client => {
  const ask = createAsk(address);
  const keyring = createKeyring(keys);
  const write = createWriting(ask, keyring);
  const untyped = {
    query: (document: Document<unknown, unknown>, variables: Values = {}) =>
      readWith(ask, { document: sendable(document), variables }),
    rows: (document: Document<unknown, unknown>, variables: Values, path: string) => {
      const request = { document: sendable(document), variables };
      return rowsWith((page) => readWith(ask, { ...request, variables: page }), request, path);
    },
    write: (document: Document<unknown, unknown>, variables: Values) =>
      write({ document: sendable(document), variables }),
    watchLaunch: (document: Document<unknown, unknown>, variables: Values) =>
      watched((onPayload) => write({ document: sendable(document), variables, onPayload })),
    forget: (document: Document<unknown, unknown>, variables: Values) =>
      keyring.forget(sendable(document).text, inputOf(variables)),
  };
  // What a response holds is what the types of its document say.
  return untyped as unknown as Client;
};

import type { Address } from './ask.ts';
import { createAsk } from './ask.ts';
import type { Document, Given, Values } from './documents.ts';
import { isMutation, sendable } from './documents.ts';
import type { DryRun } from './dry-run.ts';
import { type GraphError, pause as sleep } from './failure.ts';
import type { Keys } from './keys.ts';
import { createKeyring } from './keys.ts';
import { watched } from './launch.ts';
import { dryRunWith, readWith, respondWith, rowsWith } from './read.ts';
import type { Leading, RowAt, StepOf, WriteVariables, Written } from './shapes.ts';
import { createWriting, inputOf, payloadIn } from './write.ts';

export type { Document } from './documents.ts';
export type { DryRun } from './dry-run.ts';
export type { GraphError } from './failure.ts';
export { AdsGraphError } from './failure.ts';
export type { Keys } from './keys.ts';
export type { Written } from './shapes.ts';

export interface ClientOptions extends Address {
  /** The store of keys. By default keys are in memory, and lost with the page. */
  readonly keys?: Keys | undefined;
  /**
   * Runs before each request of a write, for example to check who is signed in. If it throws,
   * nothing is sent, and the write fails with its message.
   */
  readonly beforeWrite?: (() => unknown) | undefined;
  /** Waits some milliseconds before a request is repeated; by default by a timer. */
  readonly pause?: ((ms: number) => Promise<unknown>) | undefined;
}

/** A whole response. */
export interface WholeResponse<Data> {
  readonly data: Data;
  /** The errors beside the data: about parts that are null because they could not be read. */
  readonly errors: readonly GraphError[];
}

/** The steps of a launch as they end, and its payload. */
export interface Launch<Data> extends AsyncIterable<StepOf<Data>> {
  /** Resolves with the payload when the launch has ended. Starts the launch if nobody iterates. */
  readonly end: () => Promise<Written<Data>>;
}

export interface Client {
  /**
   * The data of a query. The request is repeated while waiting may help, for at most half a minute.
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
   * same write, also after a reload, takes effect once. After UNKNOWN the request is repeated once;
   * then the key stays. Throws AdsGraphError if there is no payload; the key stays if its `outcome`
   * is UNKNOWN.
   */
  readonly write: <Data = Values, Variables = WriteVariables>(
    document: Document<Data, Variables>,
    variables: NoInfer<Variables>,
  ) => Promise<Written<Data>>;
  /**
   * The whole response, for libraries with their own store such as Relay. A query is repeated as by
   * `query`; a mutation has a key and is repeated as by `write`. `onData` is called with the data
   * so far after each part. Throws AdsGraphError if there is no data, or no payload.
   */
  readonly respond: <Data = Values, Variables = Values>(
    document: Document<Data, Variables>,
    variables: NoInfer<Variables>,
    onData?: (data: Partial<Data>) => void,
  ) => Promise<WholeResponse<Data>>;
  /** The changes that a mutation would make. Nothing is sent to the API, and no key is used. */
  readonly dryRun: <Variables = WriteVariables>(
    document: Document<unknown, Variables>,
    variables: NoInfer<Variables>,
  ) => Promise<DryRun>;
  /** True while the outcome of this write is unknown, or its launch can be resumed. */
  readonly isOpen: <Variables = WriteVariables>(
    document: Document<unknown, Variables>,
    variables: NoInfer<Variables>,
  ) => Promise<boolean>;
  /** A launch or a copy, whose key is kept until every step is done. */
  readonly watchLaunch: <Data = Values, Variables = WriteVariables>(
    document: Document<Data, Variables>,
    variables: NoInfer<Variables>,
  ) => Launch<Data>;
  /** Drops the key of a write with an unknown outcome. The same write may take effect twice. */
  readonly forget: <Variables = WriteVariables>(
    document: Document<unknown, Variables>,
    variables: NoInfer<Variables>,
  ) => Promise<void>;
}

/** Creates a client of a gateway. */
export const createClient = (options: ClientOptions): Client => {
  const { keys = new Map(), beforeWrite = () => undefined, pause = sleep, ...address } = options;
  const ask = createAsk(address);
  const patience = { ask, pause };
  const keyring = createKeyring(keys);
  const write = createWriting({ ...patience, keyring, beforeWrite });
  const untyped = {
    query: (document: AnyDocument, variables: Values = {}) =>
      readWith(patience, { document: sendable(document), variables }),
    rows: (document: AnyDocument, variables: Values, path: string) => {
      const request = { document: sendable(document), variables };
      return rowsWith((page) => readWith(patience, { ...request, variables: page }), request, path);
    },
    write: async (document: AnyDocument, variables: Values) =>
      (await write({ document: sendable(document), variables })).payload,
    respond: async (document: AnyDocument, variables: Values, onData = ignore) => {
      const request = { document: sendable(document), variables, onData };
      return isMutation(request.document)
        ? (await write(request)).answer
        : respondWith(patience, request);
    },
    dryRun: (document: AnyDocument, variables: Values) =>
      dryRunWith(patience, { document: sendable(document), variables }),
    isOpen: (document: AnyDocument, variables: Values) =>
      keyring.isOpen(sendable(document).text, inputOf(variables)),
    watchLaunch: (document: AnyDocument, variables: Values) =>
      watched(async (onPayload) => {
        const onData = (data: Values): void => onPayload(payloadIn(data) ?? {});
        return (await write({ document: sendable(document), variables, onData })).payload;
      }),
    forget: (document: AnyDocument, variables: Values) =>
      keyring.forget(sendable(document).text, inputOf(variables)),
  };
  // The types of its document describe a response.
  return untyped as unknown as Client;
};

type AnyDocument = Document<unknown, unknown>;

const ignore = (_: Values): void => undefined;

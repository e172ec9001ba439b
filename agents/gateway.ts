import type { CreateRooms, Host } from '../src/gateway/rooms.ts';

// The types of the port through which agents know their gateway.

export type Config = Parameters<CreateRooms>[0];

/** The schema of the gateway, and its parser of documents. */
export type Graph = Parameters<CreateRooms>[1];

export type Identity = Host['identity'];

export type Store = Host['store'];

/** Answers a request to a path of agents; false for any other path. */
export type AnswerPath = ReturnType<ReturnType<CreateRooms>['open']>;

/** A request to a room, and its response. */
export type HttpExchange = Parameters<AnswerPath>[0];

/** A document that is run for a caller. */
export type OwnQuestion = Parameters<Host['ask']>[0];

/** The request of a caller, over HTTP or not. */
export type Exchange = Parameters<Host['ask']>[1];

export type OwnAnswer = Awaited<ReturnType<Host['ask']>>;

export type Caller = OwnQuestion['caller'];

/** The grant of the client that sent a request. */
export type CallerGrant = NonNullable<Caller['grant']>;

/** Receives each finished step of a launch. */
export type OnStep = NonNullable<OwnQuestion['onStep']>;

/** The dry run of a document. */
export type DryRunReport = NonNullable<OwnAnswer['dryRun']>;

/** The dry run of one mutation. */
export type DryEntry = DryRunReport['writes'][number];

/** The outcome of a mutation that was sent. */
export type Outcome = Exclude<DryEntry['outcome'], 'READY' | 'GUARDED'>;

import type { CreateRooms, Host } from '../src/gateway/rooms.ts';

// The types of the port through which agents know their gateway.

export type Config = Parameters<CreateRooms>[0];

/** What agents get of the schema, and of how the gateway reads documents. */
export type Graph = Parameters<CreateRooms>[1];

export type Identity = Host['identity'];

export type Store = Host['store'];

/** Answers a request to a path of agents; false for any other path. */
export type AnswerPath = ReturnType<ReturnType<CreateRooms>['open']>;

/** A request to a room, and its response. */
export type HttpExchange = Parameters<AnswerPath>[0];

/** A document that is asked in the name of a caller. */
export type OwnQuestion = Parameters<Host['ask']>[0];

/** The request that asks, over HTTP or not. */
export type Exchange = Parameters<Host['ask']>[1];

export type OwnAnswer = Awaited<ReturnType<Host['ask']>>;

export type Caller = OwnQuestion['caller'];

/** What a user let the client do that sent a request. */
export type CallerGrant = NonNullable<Caller['grant']>;

/** Takes each step of a launch that has ended. */
export type OnStep = NonNullable<OwnQuestion['onStep']>;

/** What a document would do. */
export type DryRunReport = NonNullable<OwnAnswer['dryRun']>;

/** What one of its mutations would do. */
export type DryEntry = DryRunReport['writes'][number];

/** How a mutation ended that was sent. */
export type Outcome = Exclude<DryEntry['outcome'], 'READY' | 'GUARDED'>;

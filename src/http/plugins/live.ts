import { setTimeout as pause } from 'node:timers/promises';
import { GraphQLError } from 'graphql';
import { internalError } from '../../errors/errors.ts';
import type { RequestRecord } from '../door/exchange.ts';
import { laterBytes, partOf } from './parts.ts';
import { bodyOf, type Content, codesOf } from './reply.ts';
import { changedCalls } from './trace.ts';

/** Watches the calls of a request. */
export interface CallWatch {
  /** Called when a call or an attempt begins or ends. */
  readonly onCall: () => void;
  /** Resolves when there has been a change since the last wait. */
  readonly changed: () => Promise<void>;
}

export const watchCalls = (): CallWatch => {
  let change = Promise.withResolvers<void>();
  return {
    onCall: () => change.resolve(),
    changed: async () => {
      await change.promise;
      change = Promise.withResolvers<void>();
    },
  };
};

// Changes that follow each other closely are sent together.
const leastPauseMs = 50;

/**
 * The parts of an answer for `x-ads-trace: live`. While the answer is made, they hold the calls
 * that begin or end, each with its index; then the answer and its later parts follow.
 */
export const live = (
  answer: Promise<Content>,
  watching: Watching,
): AsyncGenerator<Buffer<ArrayBuffer>, void> =>
  partsOf(answer.catch(failed(watching.record)), watching);

/** The record of a watched request. */
interface Watching {
  readonly watch: CallWatch;
  readonly record: RequestRecord;
}

async function* partsOf(answer: Promise<Content>, { watch, record }: Watching) {
  let isRunning = true;
  const end = (): void => {
    isRunning = false;
  };
  const ended = answer.then(end);
  const shownBefore: string[] = [];
  while (isRunning) {
    const changed = changedCalls(record.calls.flat(), shownBefore);
    if (changed !== null) yield partOf(`{"extensions":${changed},"hasNext":true}`, true);
    await Promise.race([pause(leastPauseMs), ended]);
    await Promise.race([watch.changed(), ended]);
  }
  const content = await answer;
  record.codes = codesOf(content.errors ?? []);
  const { later } = content;
  yield partOf(
    later === undefined ? withoutNext(bodyOf(content)) : bodyOf(content),
    later !== undefined,
  );
  if (later !== undefined) yield* laterBytes(later, record);
}

const failed =
  (record: RequestRecord) =>
  (error: unknown): Content => {
    if (error instanceof GraphQLError) return { errors: [error] };
    record.internalErrors = [error];
    return { errors: [internalError()] };
  };

/** The JSON object of the last part. */
const withoutNext = (body: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from(body).subarray(0, -1), Buffer.from(',"hasNext":false}')]);

import type { Ask } from './ask.ts';
import type { Sendable, Values } from './documents.ts';
import { isMutation, names } from './documents.ts';
import { AdsGraphError, asFailure, failureOf, hadNoEffect, ofWrite, waitMs } from './failure.ts';
import type { Keyring } from './keys.ts';
import type { Answer } from './parts.ts';
import type { Patience } from './read.ts';

/** The members of every payload. */
export interface AnyPayload extends Values {
  readonly outcome: string;
}

export interface Write {
  readonly document: Sendable;
  readonly variables: Values;
  readonly onData?: (data: Values) => void;
}

/** The result of a write. */
export interface Ended {
  readonly payload: AnyPayload;
  /** The response with the payload. */
  readonly answer: Answer;
}

/** The functions with which writes are sent. */
interface Sending extends Patience {
  readonly keyring: Keyring;
  /** Runs before each request. If it throws, nothing is sent. */
  readonly beforeWrite: () => unknown;
}

const againAfterMs = 500;
const mostTries = 5;

/** Creates the function that sends writes, each with one key until its outcome is known. */
export const createWriting =
  (sending: Sending) =>
  async (write: Write): Promise<Ended> => {
    const { document, variables } = write;
    expectWrite(document);
    const input = inputOf(variables);
    const open = await sending.keyring.open(document.text, input);
    if (open.isOld) throw new AdsGraphError(tooOld, { outcome: 'UNKNOWN' });
    const keyed = { ...variables, input: { ...input, idempotencyKey: open.key } };
    const ended = await attempt(sending, { ...write, variables: keyed }, open.isNew);
    if (isKeyDone(document, ended)) await open.drop();
    if (ended instanceof AdsGraphError) throw ended;
    return ended;
  };

const tooOld =
  'It was sent more than a day ago, too long to ask again. Look whether it is there, then forget it.';

const expectWrite = (document: Sendable): void => {
  if (!isMutation(document)) throw new TypeError('write needs a mutation; query reads.');
  if (!names(document, '$input')) throw new TypeError('The mutation must take input: $input.');
  if (!names(document, 'outcome')) throw new TypeError('The mutation must select its outcome.');
  if (severalWrites.test(document.text) && !names(document, 'steps'))
    throw new TypeError('The mutation must select steps { outcome }.');
};

/** The input of a write. */
export const inputOf = ({ input }: Values): Values => {
  if (typeof input !== 'object' || input === null) throw new TypeError('variables have no input.');
  return input as Values;
};

/** Sends a write until its outcome is known, as long as waiting may help. */
const attempt = async (
  { ask, pause, beforeWrite }: Sending,
  write: Write,
  isNew: boolean,
): Promise<Ended | AdsGraphError> => {
  let isWithoutEffect = isNew;
  let unknown: Ended | null = null;
  for (let tries = 1; ; tries += 1) {
    const held = await holding(beforeWrite);
    const told = held ?? (await once(ask, write));
    if (!(told instanceof AdsGraphError)) {
      if (told.payload.outcome !== 'UNKNOWN' || unknown !== null) return told;
      unknown = told;
      await pause(againAfterMs);
      continue;
    }
    isWithoutEffect &&= held !== null || hadNoEffect(told);
    const wait = held === null && tries < mostTries ? waitMs(told, tries) : null;
    if (wait === null) {
      return unknown ?? ofWrite(told, isWithoutEffect ? 'NOT_APPLIED' : 'UNKNOWN');
    }
    await pause(wait);
  }
};

/** The reason why a write is not sent now; null if it may be sent. */
const holding = async (beforeWrite: () => unknown): Promise<AdsGraphError | null> => {
  try {
    await beforeWrite();
    return null;
  } catch (error) {
    if (error instanceof AdsGraphError) return error;
    const message = error instanceof Error ? error.message : String(error);
    return new AdsGraphError(message, { cause: error });
  }
};

const once = async (ask: Ask, write: Write): Promise<Ended | AdsGraphError> => {
  const answer = await ask(write).catch(asFailure);
  if (answer instanceof AdsGraphError) return answer;
  const payload = payloadIn(answer.data);
  return payload !== null && isWhole(payload)
    ? { payload, answer }
    : failureOf(answer.errors, answer.data);
};

/** The payload of a mutation with one field. */
export const payloadIn = (data: Values | null): Values | null => {
  const found = Object.values(data ?? {}).find((value) => typeof value === 'object');
  return (found ?? null) as Values | null;
};

const isWhole = (payload: Values): payload is AnyPayload => typeof payload['outcome'] === 'string';

// A mutation of several writes keeps its key to resume them, unless none of them took effect.
const severalWrites = /\b(launchCampaign|copyCampaign)\b/;

const isKeyDone = ({ text }: Sendable, ended: Ended | AdsGraphError): boolean => {
  if (ended instanceof AdsGraphError) return ended.outcome !== 'UNKNOWN';
  const { payload } = ended;
  if (payload.outcome === 'UNKNOWN') return false;
  if (!severalWrites.test(text)) return true;
  return payload.outcome === 'APPLIED' || (payload.outcome === 'REJECTED' && madeNothing(payload));
};

// A campaign that is null may exist: one of its fields could not be read.
const madeNothing = ({ steps }: Values): boolean =>
  Array.isArray(steps) &&
  steps.every(({ outcome }: Values) => outcome === 'REJECTED' || outcome === 'NOT_APPLIED');

import type { Ask } from './ask.ts';
import type { Sendable, Values } from './documents.ts';
import { isMutation, names } from './documents.ts';
import { AdsGraphError, failureOf, hadNoEffect, ofWrite, pause, waitMs } from './failure.ts';
import type { createKeyring } from './keys.ts';

/** What every payload has. */
export interface AnyPayload extends Values {
  readonly outcome: string;
}

/** A write to be sent. */
export interface Write {
  readonly document: Sendable;
  readonly variables: Values;
  readonly onPayload?: (payload: Values) => void;
}

const againAfterMs = 500;
const mostTries = 5;

/** Creates the function that sends writes, each with one key until its outcome is known. */
export const createWriting =
  (ask: Ask, keyring: ReturnType<typeof createKeyring>) =>
  async (write: Write): Promise<AnyPayload> => {
    const { document, variables } = write;
    expectWrite(document);
    const input = inputOf(variables);
    const open = await keyring.open(document.text, input);
    if (open.isOld) throw new AdsGraphError(tooOld, { outcome: 'UNKNOWN' });
    const keyed = { ...variables, input: { ...input, idempotencyKey: open.key } };
    const ended = await attempt(ask, { ...write, variables: keyed }, open.isNew);
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
  ask: Ask,
  write: Write,
  isNew: boolean,
): Promise<AnyPayload | AdsGraphError> => {
  let isWithoutEffect = isNew;
  let unknown: AnyPayload | null = null;
  for (let tries = 1; ; tries += 1) {
    const told = await once(ask, write);
    if (!(told instanceof AdsGraphError)) {
      if (told.outcome !== 'UNKNOWN' || unknown !== null) return told;
      unknown = told;
      await pause(againAfterMs);
      continue;
    }
    isWithoutEffect &&= hadNoEffect(told);
    const wait = tries < mostTries ? waitMs(told, tries) : null;
    if (wait === null) {
      return unknown ?? ofWrite(told, isWithoutEffect ? 'NOT_APPLIED' : 'UNKNOWN');
    }
    await pause(wait);
  }
};

const once = async (
  ask: Ask,
  { document, variables, onPayload }: Write,
): Promise<AnyPayload | AdsGraphError> => {
  try {
    const { data, errors } = await ask({
      document,
      variables,
      ...(onPayload !== undefined && {
        onData: (part) => {
          const payload = payloadIn(part);
          if (payload !== null) onPayload(payload);
        },
      }),
    });
    const payload = payloadIn(data);
    return payload !== null && isWhole(payload) ? payload : failureOf(errors, data);
  } catch (error) {
    if (error instanceof AdsGraphError) return error;
    throw error;
  }
};

/** The payload of a mutation with one field. */
const payloadIn = (data: Values | null): Values | null => {
  const found = Object.values(data ?? {}).find((value) => typeof value === 'object');
  return (found ?? null) as Values | null;
};

const isWhole = (payload: Values): payload is AnyPayload => typeof payload['outcome'] === 'string';

// What makes several writes under one key goes on with it, unless nothing was made.
const severalWrites = /\b(launchCampaign|copyCampaign)\b/;

const isKeyDone = ({ text }: Sendable, ended: AnyPayload | AdsGraphError): boolean => {
  if (ended.outcome === 'UNKNOWN') return false;
  if (ended instanceof AdsGraphError || !severalWrites.test(text)) return true;
  return ended.outcome === 'APPLIED' || (ended.outcome === 'REJECTED' && madeNothing(ended));
};

// A campaign that is null may be there: one of its fields could not be read.
const madeNothing = ({ steps }: Values): boolean =>
  Array.isArray(steps) &&
  steps.every(({ outcome }: Values) => outcome === 'REJECTED' || outcome === 'NOT_APPLIED');

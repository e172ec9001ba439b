import { expect } from 'vitest';
import type { Answer } from './gateway.ts';

/**
 * An error as a client finds it: at the field, in the payload of a mutation, or in an item of its
 * batch.
 */
export interface ClientError {
  readonly message: string;
  readonly extensions: { readonly code: string; readonly argument?: string | null };
}

interface PayloadError {
  readonly message: string;
  readonly code: string;
  readonly argument?: string | null;
}

interface PayloadLike {
  readonly outcome?: string;
  readonly errors?: readonly PayloadError[];
  readonly results?: readonly PayloadLike[];
}

/** Every error of an answer, wherever it is reported. */
export const errorsIn = ({ data, errors = [] }: Pick<Answer, 'data' | 'errors'>) => {
  const payloads = Object.values((data ?? {}) as Record<string, PayloadLike | null>);
  const told = payloads.flatMap((payload) => [
    ...(payload?.errors ?? []),
    ...(payload?.results ?? []).flatMap((item) => item?.errors ?? []),
  ]);
  return [
    ...errors,
    ...told.map(({ message, code, argument }) => ({ message, extensions: { code, argument } })),
  ] as readonly ClientError[];
};

/** Expects an operation to be refused as bad input at this argument, before anything was sent. */
export const expectRefused = async (
  asked: Promise<Answer>,
  argument: string,
  code = 'BAD_USER_INPUT',
): Promise<void> => {
  const answered = await asked;
  expect(errorsIn(answered)[0]?.extensions).toMatchObject({ code, argument });
  expect(answered.calls).toHaveLength(0);
};

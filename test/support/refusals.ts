import { expect } from 'vitest';
import type { Answered } from './gateway.ts';

/** Expects a question to be refused as bad input that names this argument, before anything was sent. */
export const expectRefused = async (
  asked: Promise<Answered>,
  argument: string,
  code = 'BAD_USER_INPUT',
): Promise<void> => {
  const { errors, calls } = await asked;
  expect(errors?.[0]?.extensions).toMatchObject({ code, argument });
  expect(calls).toHaveLength(0);
};

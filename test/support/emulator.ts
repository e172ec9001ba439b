import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Emulator, EmulatorOptions } from '../../emulator/server.ts';
import { createEmulator } from '../../emulator/server.ts';
import type { Body, Response } from './signed.ts';
import { signedClient } from './signed.ts';

/**
 * An emulator for the tests of a file, reset before each of them, and a client that signs as its
 * owner.
 */
export const useEmulator = (options: EmulatorOptions = {}) => {
  const held = {} as { emulator: Emulator; client: ReturnType<typeof signedClient> };
  beforeAll(async () => {
    held.emulator = await createEmulator({ rateWindows: false, strict: true, ...options });
    held.client = signedClient(held.emulator);
  });
  beforeEach(() => held.emulator.reset({ data: true }));
  afterAll(async () => {
    await held.client.close();
    await held.emulator.close();
  });
  return held;
};

/** The status of an answer, and its errors. */
export const errorsOf = ({ status, body }: Response) => ({ status, errors: body['errors'] });

/** The entity that an answer holds. */
export const dataOf = ({ body }: Response): Body => body['data'] as Body;

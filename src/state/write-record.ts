import { z } from 'zod';
import type { Intent } from './ledger.ts';
import { digest } from './ledger-room.ts';
import { versioned } from './versioned.ts';

/**
 * The store's value for a key, as JSON.
 * - `input`: the digest of the input.
 * - `until`: when the write is over: its deadline, or the time at which it ended.
 * - `held`: a caller has it in hand; `open`: the outcome is unknown; `ended`: it has an outcome.
 */
const recordSchema = z
  .object({
    input: z.string(),
    since: z.number(),
    until: z.number(),
    state: z.enum(['held', 'open', 'ended']),
    holder: z.string(),
    outcome: z.string().exactOptional(),
  })
  .refine(({ state, outcome }) => (state === 'ended') === (outcome !== undefined));
/** The record of a write with a key. */
export type WriteRecord = Readonly<z.infer<typeof recordSchema>>;

/** Reads and writes records as texts of the store. */
export const records = versioned(1, recordSchema);

/** The store's key of the record of a write. */
export const nameOf = ({ viewer, mutation, key }: Intent): string =>
  `write:${digest(viewer, mutation, String(key))}`;

/** The store's key of the lease of a write's holder. Without that lease, the process is gone. */
export const leaseOf = (name: string, holder: string): string => `lease:${name}:${holder}`;

/** The key of the counter of open writes with the same input. */
export const openKey = ({ viewer, mutation, input }: Intent): string =>
  `open:${digest(viewer, mutation, input)}`;

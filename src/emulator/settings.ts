import { z } from 'zod';

const all = z.strictObject({
  /** Whether rate windows count and refuse. */
  rateWindows: z.boolean(),
  /** Whether parameters are refused that an endpoint does not have, and nested members that nothing describes. */
  strict: z.boolean(),
  /** Limits that replace those of the table, by class of window. */
  rateLimits: z.record(z.string(), z.int().min(0)),
  /** How errors of batch items are laid out; public clients have met all three. */
  operationErrors: z.enum(['arrays', 'objects', 'flat']),
  /** How far the emulator's clock runs ahead of its host's. */
  clockAheadMs: z.int(),
  /** Tokens that are refused as expired or revoked. */
  revokedTokens: z.array(z.string()),
  /** Addresses that users may come back to after a sign-in; null for any. */
  callbackUrls: z.array(z.string()).nullable(),
  /** Whether the bearer token is refused as asked for too often. */
  bearerTooOften: z.boolean(),
  /** Versions that are no longer served, as in "5". */
  retiredVersions: z.array(z.string()),
});

/** Some of the settings, as a request changes them. */
export const settingsSchema = all.partial();

/** What can be switched while the emulator runs, by `POST /__emulator/settings`. */
export type Settings = z.infer<typeof all>;

/** The settings a fresh or reset emulator has. */
export const defaultSettings = (): Settings => ({
  rateWindows: true,
  strict: false,
  rateLimits: {},
  operationErrors: 'arrays',
  clockAheadMs: 0,
  revokedTokens: [],
  callbackUrls: null,
  bearerTooOften: false,
  retiredVersions: [],
});

import { z } from 'zod';

const all = z.strictObject({
  /** Whether rate limits are counted and enforced. */
  rateWindows: z.boolean(),
  /** Whether parameters and nested members that the catalogue does not have are refused. */
  strict: z.boolean(),
  /** Limits that replace those of `rate-windows.ts`, by the name of the class. */
  rateLimits: z.record(z.string(), z.int().min(0)),
  /** The layout of `operation_errors`; public clients have seen all three. */
  operationErrors: z.enum(['arrays', 'objects', 'flat']),
  /** How far the clock of the emulator is ahead of the host, in milliseconds. */
  clockAheadMs: z.int(),
  /** Tokens that are refused as expired or revoked. */
  revokedTokens: z.array(z.string()),
  /** The callback addresses that a sign-in may use; null for any. */
  callbackUrls: z.array(z.string()).nullable(),
  /** Whether a request for the bearer token is refused as too frequent. */
  bearerTooOften: z.boolean(),
  /** How long a video or an animated GIF is processed after its last byte, in milliseconds. */
  mediaProcessingMs: z.int().min(0),
  /** Why the processing of media fails; null for success. */
  mediaFailure: z.string().nullable(),
  /** Versions that are refused as no longer served, such as "5". */
  retiredVersions: z.array(z.string()),
  /** The version that answers name as the current one. */
  currentVersion: z.string(),
  /** What answers warn of, in `x-api-warn`; null for nothing. */
  apiWarning: z.string().nullable(),
  /** How long a new job computes its results, in seconds. */
  jobSeconds: z.number().min(0),
  /** Whether new jobs fail. */
  failJobs: z.boolean(),
});

/** The body of `POST /__emulator/settings`: any of the settings. */
export const settingsSchema = all.partial();

/** Settings that can be changed while the emulator runs. */
export type Settings = z.infer<typeof all>;

/** The settings at the start and after a reset. */
export const defaultSettings = (): Settings => ({
  rateWindows: true,
  strict: false,
  rateLimits: {},
  operationErrors: 'arrays',
  clockAheadMs: 0,
  revokedTokens: [],
  callbackUrls: null,
  bearerTooOften: false,
  mediaProcessingMs: 2000,
  mediaFailure: null,
  retiredVersions: [],
  currentVersion: '12',
  apiWarning: null,
  jobSeconds: 2,
  failJobs: false,
});

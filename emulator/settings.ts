import { z } from 'zod';
import { endpoints } from '../src/upstream/catalogue/index.ts';
import { windowNames, windowsOf } from '../src/upstream/catalogue/rate-windows.ts';
import { checked } from './checked.ts';
import { firstUnknown, type UnknownMembers, unknownMember } from './unknown-names.ts';

const members = {
  /** True if rate limits are counted and enforced. */
  rateWindows: z.boolean(),
  /** True if parameters and nested members that the catalogue does not have are refused. */
  strict: z.boolean(),
  /** Limits that replace the usual ones, by the name of the rate window. */
  rateLimits: z.partialRecord(z.enum(windowNames), z.int().min(0), {
    error: (issue) => unknownWindow(issue),
  }),
  /** The length of every rate window, in seconds; null for the usual 60 and 900. */
  windowSeconds: z.int().min(1).nullable(),
  /** The layout of `operation_errors`; public clients have seen all three. */
  operationErrors: z.enum(['arrays', 'objects', 'flat']),
  /** The lead of the emulator's clock over the host's, in milliseconds. */
  clockAheadMs: z.int(),
  /** True if signatures may have any timestamp, not only one within 300 seconds of the clock. */
  anyTimestamp: z.boolean(),
  /** Tokens that are refused as expired or revoked. */
  revokedTokens: z.array(z.string()),
  /** The callback addresses that a sign-in may use; null for any. */
  callbackUrls: z.array(z.string()).nullable(),
  /** True if a request for the bearer token is refused as too frequent. */
  bearerTooOften: z.boolean(),
  /** The milliseconds for which a video or an animated GIF is processed after its last byte. */
  mediaProcessingMs: z.int().min(0),
  /** The reason why the processing of media fails; null for success. */
  mediaFailure: z.string().nullable(),
  /** Versions that are refused as no longer served, such as "5". */
  retiredVersions: z.array(z.string()),
  /** The version that responses name as the current one. */
  currentVersion: z.string(),
  /** The warning in `x-api-warn` of responses; null for none. */
  apiWarning: z.string().nullable(),
  /** The seconds for which a new job computes its results. */
  jobSeconds: z.number().min(0),
  failJobs: z.boolean(),
};

const refusesWindow = unknownMember('rate window', windowNames);

/** The error for an unknown rate window. For an endpoint, it names the window of its calls. */
const unknownWindow = (found: UnknownMembers): string | undefined => {
  const endpoint = endpoints.find(({ name }) => name === firstUnknown(found));
  if (endpoint === undefined) return refusesWindow(found);
  const window = windowsOf(endpoint).standard.of.name;
  return `${endpoint.name} is an endpoint; its calls count in the rate window "${window}"`;
};

const all = z.strictObject(members, { error: unknownMember('setting', Object.keys(members)) });

/** Settings that can be changed while the emulator runs. */
export type Settings = z.infer<typeof all>;

/** Checks a change of settings. Throws an OrderError for an unknown name or a wrong value. */
export const settingsIn = (changes: unknown): Partial<Settings> => {
  const read = checked('settings', all.partial(), changes);
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
};

/** The settings at the start and after a reset. */
export const defaultSettings = (): Settings => ({
  rateWindows: true,
  strict: false,
  rateLimits: {},
  windowSeconds: null,
  operationErrors: 'arrays',
  clockAheadMs: 0,
  anyTimestamp: false,
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

import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  accountId,
  FileError,
  haveOwnNames,
  list,
  object,
  oneOf,
  readCheckedJson,
  says,
} from './checked-json.ts';
import { ConfigError } from './config-error.ts';

/** A key of GATEWAY_API_KEYS or GATEWAY_API_KEYS_FILE. */
export interface ApiKey {
  /** Shown in the log. */
  readonly name: string;
  /** The SHA-256 of the key, as 64 hexadecimal digits. */
  readonly sha256: string;
  /** The use of the owner's token that this key allows to a request without a session. */
  readonly lends: 'nothing' | 'queries' | 'everything';
  /** A wider use that agents at `/mcp` have; absent if they have no more than others. */
  readonly lendsAgents?: 'queries' | 'everything';
  /** The only accounts that its requests may touch, by their ids in lower case. */
  readonly accounts?: readonly string[] | undefined;
  /** The most calls of the API in a minute. */
  readonly callsPerMinute?: number | undefined;
  /** The end of the key, in milliseconds since 1970. */
  readonly until?: number | undefined;
}

// Printable ASCII without comma and colon.
const written = /^(?<name>[a-z\d-]{1,64}):(?<key>[!-+\--9;-~]{32,})(?::(?<right>[a-z-]+))?$/;
const rights: ReadonlyMap<string, Pick<ApiKey, 'lends' | 'lendsAgents'>> = new Map([
  ['', { lends: 'nothing' }],
  ['owner', { lends: 'everything' }],
  ['owner-reads', { lends: 'queries' }],
  ['agent', { lends: 'nothing', lendsAgents: 'everything' }],
  ['agent-reads', { lends: 'nothing', lendsAgents: 'queries' }],
]);
const wrong =
  "must be name:key, with :owner or :owner-reads behind keys that lend the owner's token, " +
  'or :agent or :agent-reads behind those that lend it at /mcp alone; ' +
  'a name has a-z, 0-9 and -, a key 32 or more printable characters, no colon, comma or blank';

const sha256Of = (key: string): string => createHash('sha256').update(key).digest('hex');

/** The schema of one key: `crm:KEY` or `reports:KEY:owner-reads`. */
export const apiKey = z.string().transform((text, { addIssue }): ApiKey => {
  const { name = '', key = '', right = '' } = written.exec(text)?.groups ?? {};
  const lent = rights.get(right);
  if (name === '' || lent === undefined) addIssue(wrong);
  return { name, sha256: sha256Of(key), ...(lent ?? { lends: 'nothing' }) };
});

/** True if names and keys occur once each, so that each caller has one name and one right. */
export const areDistinct = (keys: readonly ApiKey[]): boolean =>
  (['name', 'sha256'] as const).every(
    (member) => new Set(keys.map((one) => one[member])).size === keys.length,
  );

/** True if a key lends the owner's token at all. */
export const isLending = ({ lends, lendsAgents }: ApiKey): boolean =>
  lends !== 'nothing' || lendsAgents !== undefined;

const time = 'must be a day or a time, such as 2027-01-31 or 2027-01-31T18:00:00Z';
const instant = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], says(time))
  .transform(Date.parse);
const most = 'must be a whole number, 1 or more';

const keyInFile = z
  .strictObject(
    {
      name: z.string(says('must be text')).regex(/^[a-z\d-]{1,64}$/, 'must have a-z, 0-9 and -'),
      key: z
        .string()
        .regex(/^[!-~]{32,}$/, 'must have 32 or more printable characters, no blank')
        .exactOptional(),
      sha256: z
        .string()
        .regex(/^[\dA-Fa-f]{64}$/, 'must have 64 hexadecimal digits')
        .exactOptional(),
      lends: oneOf('owner', 'owner-reads', 'agent', 'agent-reads').exactOptional(),
      accounts: list(accountId).exactOptional(),
      callsPerMinute: z.int(says(most)).min(1, most).exactOptional(),
      until: instant.exactOptional(),
    },
    object,
  )
  .refine(({ key, sha256 }) => (key === undefined) !== (sha256 === undefined), {
    path: ['key'],
    message: 'must be given, or sha256, but not both',
  })
  .transform(
    ({ key, sha256 = sha256Of(key ?? ''), lends = '', ...limits }): ApiKey => ({
      ...limits,
      sha256: sha256.toLowerCase(),
      ...(rights.get(lends) ?? { lends: 'nothing' }),
    }),
  );

const fileSchema = z.strictObject(
  {
    keys: z
      .array(keyInFile, says('must be a list of keys'))
      .min(1, 'must have a key')
      .superRefine(haveOwnNames('is the name of another key'))
      .refine(areDistinct, 'must not contain a key twice'),
  },
  object,
);

const members = 'keys name key sha256 lends accounts callsPerMinute until'.split(' ');

/** The sources of keys. */
interface KeySources {
  /** Those of GATEWAY_API_KEYS. */
  readonly ownKeys: readonly ApiKey[];
  /** GATEWAY_API_KEYS_FILE; null if it is not set. */
  readonly apiKeysFile: string | null;
}

/** All keys, those of the file as it is now. Throws ConfigError, which shows no key. */
export const readApiKeys = ({ ownKeys, apiKeysFile: file }: KeySources): readonly ApiKey[] => {
  if (file === null) return ownKeys;
  const keys = [...ownKeys, ...keysIn(file)];
  if (areDistinct(keys)) return keys;
  throw new ConfigError(
    'GATEWAY_API_KEYS_FILE must have other names and keys than GATEWAY_API_KEYS',
  );
};

const keysIn = (file: string): readonly ApiKey[] => {
  try {
    return readCheckedJson(file, fileSchema, members).keys;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new ConfigError(`GATEWAY_API_KEYS_FILE must be a file of keys. ${error.message}`);
  }
};

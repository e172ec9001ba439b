import { FileError } from '../config/checked-json.ts';
import { ConfigError } from '../config/config-error.ts';
import { sentencesOf } from '../config/guard-sentences.ts';
import { type GuardRule, readGuards } from '../config/guards.ts';
import { schema } from './index.ts';

const rulesOf = (file: string): readonly GuardRule[] =>
  readGuards(file, Object.keys(schema.getMutationType()?.getFields() ?? {}));

/** The rules in the file that GUARDS names; none without a file. Throws ConfigError. */
export const guardsIn = ({
  guardsFile,
}: {
  readonly guardsFile: string | null;
}): readonly GuardRule[] => {
  if (guardsFile === null) return [];
  try {
    return rulesOf(guardsFile);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new ConfigError(`GUARDS must be a file of rules. ${error.message}`);
  }
};

/** The rules in a file as sentences, a line each. Throws FileError. */
export const guardSentences = (file: string): readonly string[] =>
  rulesOf(file).flatMap(sentencesOf);

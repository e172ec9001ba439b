import { UsageError } from '../bin/commands.ts';

const idOf =
  (option: string) =>
  (text: string): string => {
    if (/^[0-9a-z]+$/i.test(text)) return text;
    throw new UsageError(`${option} must be an id such as 18ce54d4x5t`);
  };

/** The id of `--account`. Throws UsageError for a text that is none. */
export const accountIdOf = idOf('--account');

/** The id of `--audience`. Throws UsageError for a text that is none. */
export const audienceIdOf = idOf('--audience');

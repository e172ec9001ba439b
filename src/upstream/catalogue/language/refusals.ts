import { labelAt } from './labels.ts';
import { sentences } from './sentences.ts';
import type { Path } from './values.ts';

/**
 * The words for errors of the API about a parameter, by code. They follow the label of its field.
 */
const known = [
  [/^MISSING_PARAMETER$/, sentences.missing.words],
  // The API refuses an account of others with the same code.
  [/^ACCOUNT_NOT_FOUND$/, 'does not exist, or this user may not see it. Check the id'],
  [/_NOT_FOUND$/, 'could not be found'],
] as const;

/** The path of a parameter in an error of the API: `components[0].media_key` is inside another. */
export const parameterPath = (parameter = ''): Path =>
  (parameter.match(/\w+/g) ?? []).map((step) => (/^\d{1,6}$/.test(step) ? Number(step) : step));

/** An error of the API as a sentence about its field; null if the API's own words have to do. */
export const sentenceOfRefusal = ({
  code,
  parameter,
}: {
  readonly code: string;
  readonly parameter?: string;
}): string | null => {
  const path = parameterPath(parameter);
  const [, words] = known.find(([codes]) => codes.test(code)) ?? [];
  return words === undefined || path.length === 0 ? null : `${labelAt(path)} ${words}.`;
};

/** What is wrong with a value, so that a front end can say it in its own words. */
export const reasons = [
  'REQUIRED',
  'BLANK',
  'TOO_SHORT',
  'TOO_LONG',
  'TOO_FEW',
  'TOO_MANY',
  'OUT_OF_RANGE',
  'MALFORMED',
  'NOT_ALLOWED',
  'NOT_TOGETHER',
  'NOT_IN_ORDER',
  'REPEATED',
  'WRONG_ID',
  'NOT_FOUND',
] as const;
export type Reason = (typeof reasons)[number];

/** One reason why an input is not valid. `path` holds names and list positions, from the input down. */
export interface Problem {
  readonly path: readonly (string | number)[];
  readonly kind: 'missing' | 'invalid' | 'exclusive' | 'inclusive' | 'repeated';
  readonly message: string;
}

/** The problem of a value that is not valid. */
export const invalid = (path: Problem['path'], message: string): Problem => ({
  path,
  kind: 'invalid',
  message,
});

/** What is wrong with a value, so that a front end can say it in its own words. */
export const reasons = {
  REQUIRED: 'It must be given.',
  BLANK: 'It must not be empty.',
  TOO_SHORT: 'It has fewer characters than `min`.',
  TOO_LONG: 'It has more characters than `max`.',
  TOO_FEW: 'It has fewer items than `min`.',
  TOO_MANY: 'It has more items than `max`.',
  OUT_OF_RANGE: 'It is below `min` or above `max`.',
  MALFORMED: 'It does not have the form that it needs.',
  NOT_ALLOWED: 'It may not be given here, or not this value.',
  NOT_TOGETHER: 'It may not be given together with another argument.',
  NOT_IN_ORDER: 'It must be before or after, above or below another argument.',
  REPEATED: 'It stands in the input twice.',
  WRONG_ID: 'It is the id of something else.',
  NOT_FOUND: 'There is nothing of this id or name.',
} as const;
export type Reason = keyof typeof reasons;

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

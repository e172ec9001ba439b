const why = (about: string, form: string) => Object.freeze({ about, form });

/** Kinds of faults, for a front end with sentences of its own, and what a form does about each. */
export const reasons = {
  REQUIRED: why('It must be given.', 'marks the field as one to fill in'),
  BLANK: why('It must not be empty.', 'marks the field as one to fill in'),
  TOO_SHORT: why('It has fewer characters than `min`.', 'counts characters up to `min`'),
  TOO_LONG: why(
    'It has more characters, or bytes, than `max`.',
    'counts down the characters from `max`',
  ),
  TOO_FEW: why('It has fewer items than `min`.', 'asks for another choice'),
  TOO_MANY: why('It has more items than `max`.', 'shows how many may be chosen'),
  OUT_OF_RANGE: why(
    'It is below `min` or above `max`, if there are such bounds.',
    'shows the bounds beside the field',
  ),
  MALFORMED: why('It does not have the required format, which `example` shows.', 'shows `example`'),
  NOT_ALLOWED: why(
    'It may not be given here, or not with this value. `allowed` lists the valid values, if they are known.',
    'offers the values of `allowed`, or hides the field',
  ),
  NOT_TOGETHER: why(
    'It may not be given together with another argument.',
    'offers one of the two fields',
  ),
  NOT_IN_ORDER: why(
    'It must be before or after, above or below another argument.',
    'marks both fields',
  ),
  REPEATED: why('It is in the input twice.', 'marks the second one'),
  WRONG_ID: why('It is the id of something else.', 'reloads its choices'),
  NOT_FOUND: why('Nothing with this id or name exists.', 'reloads its choices'),
  GUARDED: why(
    "A rule of the gateway's operator does not allow it; `details` has its name.",
    'shows `max` beside the field, or asks the operator',
  ),
} as const;
export type Reason = keyof typeof reasons;

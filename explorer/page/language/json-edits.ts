// Loaded when the page first changes a part of what was typed as JSON.
import { applyEdits, modify } from 'jsonc-parser';

const formattingOptions = { insertSpaces: true, tabSize: 2 };

/**
 * A JSON object with another value at a path; `undefined` takes it out. All other text stays as it
 * was typed.
 */
export const withJsonAt = (
  text: string,
  path: readonly (string | number)[],
  value: unknown,
): string => {
  const whole = text.trim() === '' ? '{}' : text;
  return applyEdits(whole, modify(whole, [...path], value, { formattingOptions }));
};

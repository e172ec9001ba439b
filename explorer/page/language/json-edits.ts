// Loaded when the page first edits a part of typed JSON.
import { applyEdits, modify } from 'jsonc-parser';

const formattingOptions = { insertSpaces: true, tabSize: 2 };

/**
 * A JSON object with another value at a path; `undefined` removes it. All other text stays as it
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

/** Facts of a parameter of a write, about the rows that show it. Each returns the parameter with it. */

import { marked, type Param } from './params.ts';

/** Rows show it in this column: `user_id` for `as_user_id`. */
export const shownAs = <const P extends Param>(column: string, param: P): P =>
  marked({ shownAs: column })(param);

/** The API gives it a value of its own if it is left out. */
export const filled = marked({ isFilled: true });

/** The API gives it this value in a new row if it is left out. */
export const filledWith = <const P extends Param>(value: string | boolean, param: P) =>
  marked({ isFilled: true, fills: value })(param);

/** The API may show another value for it. */
export const replaced = marked({ isReplaced: true });

/** The API ignores it in some cases. */
export const ignored = marked({ isIgnored: true });

/**
 * Rows with this value in that column have nothing of it; `otherwise` is what they have once that
 * column has another value again. Also for a column.
 */
export const emptyWith = <const P extends Param>(
  beside: readonly [column: string, value: string, otherwise?: boolean],
  param: P,
): P => marked({ emptyWith: beside })(param);

/** No response shows anything of it. */
export const unshown = marked({ isUnshown: true });

/** It only says what the response of the write holds. */
export const answering = marked({ isOfResponse: true });

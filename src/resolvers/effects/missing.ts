import type { WriteError } from '../write-errors.ts';
import type { KnownEffect } from './known.ts';

/** The error about a missing row; null if all rows exist. */
export const missingError = ({ missing, at }: KnownEffect): WriteError | null =>
  missing === null
    ? null
    : {
        code: 'NOT_FOUND',
        reason: 'NOT_FOUND',
        message: 'Nothing has this id. Check the id and its account.',
        argument: at(missing),
      };

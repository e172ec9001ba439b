import type { Extensions, TracedCall } from '../../../client/extensions.ts';
import type { Values } from '../json.ts';

/** All fields that a call serves, the one that made it first. */
export const fieldsOf = ({ field, alsoFor = [] }: TracedCall): readonly string[] =>
  field === null ? alsoFor : [field, ...alsoFor];

export interface AnswerError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  /** Its places in the text: lines and columns from 1. */
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly extensions?: Values & {
    readonly code?: string;
    readonly argument?: string | null;
    readonly retryable?: boolean;
    readonly retryAfterSeconds?: number;
  };
}

export interface AnswerBody {
  readonly data?: Values | null;
  readonly errors?: readonly AnswerError[];
  /** True if more parts follow; left out if the answer does not come in parts. */
  readonly hasNext?: boolean;
  readonly extensions?: Extensions;
}

import { labelAt, labelWithin } from './labels.ts';
import { decimalOf, isMicros } from './money.ts';
import type { Filling, ProblemKind, Reason, SentenceName, Wording } from './sentences.ts';
import { sentences, wordsOf } from './sentences.ts';
import type { Path } from './values.ts';

/** A fault of a value: the name of its sentence, and the values in that sentence. */
export interface ValueFault extends Filling {
  readonly says: SentenceName;
}

/** A reason why an input is not valid. `path` has names of the API and positions, from the top. */
export interface InputProblem extends ValueFault {
  readonly path: Path;
}

/** A fault of a value, for clients with own sentences. Bounds are in the argument's unit. */
export interface FaultFacts {
  readonly reason?: Reason | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** The values that are right. */
  readonly allowed?: readonly string[] | undefined;
  /** A value of the right format. */
  readonly example?: string | undefined;
}

/** A fault of a value. */
export const fault = (says: SentenceName, filling: Filling = {}): ValueFault => ({
  says,
  ...filling,
});

/** A fault of the value at a path. */
export const problem = (path: Path, says: SentenceName, filling: Filling = {}): InputProblem => ({
  says,
  path,
  ...filling,
});

export const reasonOf = ({ says }: ValueFault): Reason => sentences[says].reason;
export const factsOf = (found: ValueFault): FaultFacts => {
  const { says, min, max, allowed, example = sentences[says].example } = found;
  return { reason: reasonOf(found), min, max, allowed, example };
};
export const kindOf = ({ says }: ValueFault): ProblemKind => sentences[says].kind;

// Sentences show amounts, not micros.
const forPeople = (path: Path): Wording => {
  const isAmount = isMicros(String(path.findLast((step) => typeof step === 'string')));
  return {
    nameOf: labelWithin,
    boundOf: (bound) => (isAmount ? decimalOf(bound) : bound),
    mostValues: 12,
  };
};

const same = (text: string): string => text;
const asTheApi: Wording = { nameOf: same, boundOf: same, mostValues: 12 };

/** The words that follow the label of an argument, with its bounds and all of its values. */
export const wordsFor = ({ says, ...filling }: ValueFault): string =>
  wordsOf(says, filling, { nameOf: labelWithin, boundOf: same, mostValues: Infinity });

/** A problem as a sentence for a person: "Name must have at most 255 characters." */
export const sentenceOf = ({ path, says, ...filling }: InputProblem): string =>
  `${labelAt(path)} ${wordsOf(says, filling, forPeople(path))}.`;

/** A problem in the words of the API: `name must have at most 255 characters`. */
export const messageOf = ({ path, says, ...filling }: InputProblem): string =>
  `${path.findLast((step) => typeof step === 'string') ?? 'value'} ${wordsOf(says, filling, asTheApi)}`;

/** Words for errors of the API about a parameter, by code. They follow the label of its field. */
const wordsByCode = [
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
  const [, words] = wordsByCode.find(([codes]) => codes.test(code)) ?? [];
  return words === undefined || path.length === 0 ? null : `${labelAt(path)} ${words}.`;
};

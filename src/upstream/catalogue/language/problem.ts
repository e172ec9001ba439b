import { labelAt, labelWithin } from './labels.ts';
import { decimalOf, isMicros } from './money.ts';
import type { Reason } from './reasons.ts';
import type { Filling, ProblemKind, SentenceName, Wording } from './sentences.ts';
import { sentences, wordsOf } from './sentences.ts';
import type { Path } from './values.ts';

/** A fault of a value: the name of its sentence, and the values in that sentence. */
export interface ValueFault extends Filling {
  readonly says: SentenceName;
}

/**
 * One reason why an input is not valid. `path` holds names of the API and list positions, from the
 * input down.
 */
export interface InputProblem extends ValueFault {
  readonly path: Path;
}

/**
 * A fault of a value as data, for clients with sentences of their own. Bounds are text, in the
 * unit of the argument.
 */
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

/**
 * The words about an argument that follow its label, with bounds as it has them and all values that
 * it can have.
 */
export const wordsFor = ({ says, ...filling }: ValueFault): string =>
  wordsOf(says, filling, { nameOf: labelWithin, boundOf: same, mostValues: Infinity });

/** A problem as a sentence for a person: "Name must have at most 255 characters." */
export const sentenceOf = ({ path, says, ...filling }: InputProblem): string =>
  `${labelAt(path)} ${wordsOf(says, filling, forPeople(path))}.`;

/** A problem in the words of the API: `name must have at most 255 characters`. */
export const messageOf = ({ path, says, ...filling }: InputProblem): string =>
  `${path.findLast((step) => typeof step === 'string') ?? 'value'} ${wordsOf(says, filling, asTheApi)}`;

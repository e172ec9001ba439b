// The most choices that are read. Browsers send 8 at most; more than 32 are ignored.
const maxRanges = 32;

/** One choice of a header such as Accept: `text/html;level=1;q=0.5`. All in lower case. */
interface AcceptedRange {
  readonly name: string;
  /** As in `['level=1', 'q=0.5']`. */
  readonly parameters: readonly string[];
  /** The `q`: 1 by default, NaN if it is not a number. */
  readonly quality: number;
}

/** Reads one choice, or a media type such as that of a body, with its first 31 parameters. */
export const rangeOf = (text: string): AcceptedRange => {
  const [name = '', ...parameters] = text
    .split(';', maxRanges)
    .map((part) => part.trim().toLowerCase());
  const quality = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1);
  return { name, parameters, quality };
};

/** The value with the highest quality above 0, the first of equals; null if there is none. */
export const preferred = <T>(
  choices: readonly { readonly value: T; readonly quality: number }[],
): T | null => {
  const [best] = choices
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality);
  return best?.value ?? null;
};

/** The first 32 choices of a header, in its order. */
export const rangesOf = (header = ''): readonly AcceptedRange[] =>
  header.split(',', maxRanges).map(rangeOf);

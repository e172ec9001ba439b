import type { Fault, Outcome } from './relay/fault.ts';
import { Status } from './Status.tsx';

interface Result {
  readonly index: number;
  readonly outcome: Outcome;
  readonly errors: readonly Fault[];
}

interface Props {
  readonly results: readonly Result[];
  /** The names of the items, by index. */
  readonly names: readonly string[];
}

/** The outcome of each item of a batch. */
export const BatchItems = ({ results, names }: Props) => (
  <ol>
    {results.map(({ index, outcome, errors }) => (
      <li key={index}>
        <Status value={outcome} /> {names[index]}
        {errors.map(({ message }) => (
          <p key={message} className="fault">
            {message}
          </p>
        ))}
      </li>
    ))}
  </ol>
);

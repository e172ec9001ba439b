import type { AnswerError } from '../gateway/answer-body.ts';
import { sentenceOf } from '../words.ts';

const maxErrors = 5;

/** The links from an answer to the operation. */
export interface Places {
  readonly onGoTo: (field: string) => void;
  readonly onPosition: (line: number, column: number) => void;
  readonly onArgument: (field: string, argument: string) => void;
}

interface ErrorsProps extends Places {
  readonly errors: readonly AnswerError[];
}

/** The errors of an answer; each leads to its place in the operation. */
export const Errors = ({ errors, ...places }: ErrorsProps) =>
  errors.length === 0 ? null : (
    <ul class="errors">
      {errors.slice(0, maxErrors).map((error, at) => (
        <ErrorLine error={error} key={at} {...places} />
      ))}
      {errors.length > maxErrors && <li>and {errors.length - maxErrors} more</li>}
    </ul>
  );

const ErrorLine = ({ error, ...places }: Places & { readonly error: AnswerError }) => {
  const { message, extensions } = error;
  return (
    <li>
      {extensions?.code !== undefined && <code>{extensions.code}</code>} {sentenceOf(message)}{' '}
      <Place error={error} {...places} />
    </li>
  );
};

const Place = ({
  error: { path = [], locations, extensions },
  onGoTo,
  onPosition,
  onArgument,
}: Places & { readonly error: AnswerError }) => {
  const field = path.filter((step) => typeof step === 'string').join('.');
  const argument = extensions?.argument ?? null;
  const [location] = locations ?? [];
  if (field !== '') {
    return (
      <>
        <PlaceLink text={path.join('.')} onClick={() => onGoTo(field)} />{' '}
        {argument !== null && (
          <PlaceLink text={argument} onClick={() => onArgument(field, argument)} />
        )}
      </>
    );
  }
  if (location === undefined) return null;
  const { line, column } = location;
  return <PlaceLink text={`line ${line}`} onClick={() => onPosition(line, column)} />;
};

interface PlaceLinkProps {
  readonly text: string;
  readonly onClick: () => void;
}

/** A path or a line, which leads there. */
export const PlaceLink = ({ text, onClick }: PlaceLinkProps) => (
  <button type="button" class="link place" onClick={onClick}>
    {text}
  </button>
);

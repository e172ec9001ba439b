import type { AnswerError } from '../gateway/answer-body.ts';
import { sentenceOf } from '../words.ts';

const maxErrors = 5;

interface ErrorsProps {
  readonly errors: readonly AnswerError[];
  readonly onGoTo: (field: string) => void;
}

/** The errors of an answer; each leads to its field. */
export const Errors = ({ errors, onGoTo }: ErrorsProps) =>
  errors.length === 0 ? null : (
    <ul class="errors">
      {errors.slice(0, maxErrors).map((error, at) => (
        <ErrorLine error={error} key={at} onGoTo={onGoTo} />
      ))}
      {errors.length > maxErrors && <li>and {errors.length - maxErrors} more</li>}
    </ul>
  );

interface ErrorLineProps {
  readonly error: AnswerError;
  readonly onGoTo: (field: string) => void;
}

const ErrorLine = ({ error, onGoTo }: ErrorLineProps) => {
  const { message, path = [], extensions } = error;
  const field = path.filter((step) => typeof step === 'string').join('.');
  return (
    <li>
      {extensions?.code !== undefined && <code>{extensions.code}</code>} {sentenceOf(message)}
      {field !== '' && (
        <>
          {' '}
          <button type="button" class="link" onClick={() => onGoTo(field)}>
            {path.join('.')}
          </button>
        </>
      )}
    </li>
  );
};

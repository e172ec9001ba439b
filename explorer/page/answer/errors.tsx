import { OperationTypeNode } from 'graphql';
import type { AnswerError } from '../gateway/answer-body.ts';
import { type EndedRun, retryTimeOf } from '../run/run.ts';
import { sentenceOf } from '../words.ts';
import { Retry } from './retry.tsx';

const maxErrors = 5;

/** The links from an answer to the operation. */
export interface Places {
  readonly onGoTo: (field: string) => void;
  readonly onPosition: (line: number, column: number) => void;
  readonly onArgument: (field: string, argument: string) => void;
}

interface ErrorsProps extends Places {
  readonly run: EndedRun;
  /** Runs the operation at this position again. */
  readonly onRetry: (cursor: number) => void;
}

/** The errors of an answer; each leads to its place in the operation. A query may be retried. */
export const Errors = ({ run, onRetry, ...places }: ErrorsProps) => {
  const { errors = [] } = run.answered.body;
  const { operation, loc } = run.operation ?? {};
  const isPassing = errors.some(({ extensions }) => extensions?.retryable === true);
  const mayRetry = isPassing && operation === OperationTypeNode.QUERY;
  return errors.length === 0 ? null : (
    <div class="errors">
      <ul>
        {errors.slice(0, maxErrors).map((error, at) => (
          <ErrorLine error={error} hasCountdown={mayRetry} key={at} {...places} />
        ))}
        {errors.length > maxErrors && <li>and {errors.length - maxErrors} more</li>}
      </ul>
      {mayRetry && (
        <Retry at={retryTimeOf(run.answered)} cursor={loc?.start ?? 0} onRetry={onRetry} />
      )}
    </div>
  );
};

interface ErrorLineProps extends Places {
  readonly error: AnswerError;
  readonly hasCountdown: boolean;
}

const ErrorLine = ({ error, hasCountdown, ...places }: ErrorLineProps) => {
  const { message, extensions } = error;
  const text = hasCountdown ? message.replace(/ Try again in \d+ \w+\.$/, '') : message;
  return (
    <li>
      {extensions?.code !== undefined && <code>{extensions.code}</code>} {sentenceOf(text)}{' '}
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

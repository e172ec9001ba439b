import { useEffect, useState } from 'preact/hooks';
import type { Forecast } from '../../../client/extensions.ts';
import type { AnswerError } from '../gateway/answer-body.ts';
import { type Answered, ask } from '../gateway/ask.ts';
import { documentOf } from '../language/spots.ts';
import { reasonOf, sentenceOf } from '../words.ts';
import type { Tab } from '../work/work.ts';

/** The state of an operation's cost. */
export type EstimateState =
  /** The request is under way. */
  | { readonly kind: 'asking' }
  /** The operation cannot run as it is. */
  | { readonly kind: 'invalid' }
  /** The gateway did not answer; `why` is the reason. */
  | { readonly kind: 'unknown'; readonly why: string }
  | { readonly kind: 'refused'; readonly refusal: AnswerError }
  | {
      readonly kind: 'known';
      readonly forecast: Forecast;
      /** The reason why a run would be refused; null if it would not be. */
      readonly refusal: AnswerError | null;
    };

const asking: EstimateState = { kind: 'asking' };
const invalid: EstimateState = { kind: 'invalid' };

// The editor marks mistakes, so the line need not repeat them.
const mistakes = /^(GRAPHQL_PARSE_FAILED|GRAPHQL_VALIDATION_FAILED|BAD_USER_INPUT|BAD_REQUEST)$/;

/** The state of the cost according to an answer. */
export const stateOf = ({ body: { errors = [], extensions } }: Answered): EstimateState => {
  const refusal = errors.find(({ extensions: more }) => /_LIMIT_/.test(more?.code ?? '')) ?? null;
  if (extensions?.plan !== undefined) {
    return { kind: 'known', forecast: extensions.plan, refusal };
  }
  if (refusal !== null) return { kind: 'refused', refusal };
  const [first] = errors;
  return first === undefined || mistakes.test(first.extensions?.code ?? '')
    ? invalid
    : { kind: 'unknown', why: sentenceOf(first.message) };
};

/** The pause in typing before the cost is requested. */
const pauseMs = 300;

/** The cost of the operation, requested on each pause in typing. */
export const useEstimate = (
  { query, variables, headers }: Tab,
  operationName: string | null,
): EstimateState => {
  const [estimated, setEstimated] = useState<EstimateState>(asking);
  useEffect(() => {
    if (documentOf(query) === null) {
      setEstimated(invalid);
      return;
    }
    const outdated = new AbortController();
    const { signal } = outdated;
    const estimate = (): Promise<void> =>
      ask({ query, variables, headers, operationName }, 'plan', { signal }).then(
        (answered) => setEstimated(stateOf(answered)),
        (error) => {
          if (!signal.aborted) setEstimated({ kind: 'unknown', why: reasonOf(error) });
        },
      );
    const timer = setTimeout(() => void estimate(), pauseMs);
    return () => {
      clearTimeout(timer);
      outdated.abort();
    };
  }, [query, variables, headers, operationName]);
  return estimated;
};

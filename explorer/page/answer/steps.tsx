import { Check, X } from '../../../design/icons.ts';
import type { AnswerBody } from '../gateway/answer-body.ts';
import { isObject } from '../json.ts';
import { Icon } from '../widgets/icon.tsx';
import { many, sentenceOf, titled } from '../words.ts';

/** A step of a launch or a copy that has ended. */
interface EndedStep {
  readonly step: string;
  readonly outcome?: string;
  readonly items?: number;
  readonly lineItem?: number | null;
  readonly errors?: readonly { readonly message?: string }[];
}

const isStep = (value: unknown): value is EndedStep =>
  isObject(value) && typeof value['step'] === 'string';

const stepsIn = (data: AnswerBody['data']) =>
  Object.entries(data ?? {}).flatMap(([key, value]) => {
    const steps = isObject(value) ? value['steps'] : null;
    return Array.isArray(steps) && steps.every(isStep) ? [{ key, steps }] : [];
  });

interface StepsProps {
  readonly data: AnswerBody['data'];
  /** True if more steps may come. */
  readonly isRunning: boolean;
}

/** The steps of launches and copies, which fill as they end. */
export const Steps = ({ data, isRunning }: StepsProps) => (
  <>
    {stepsIn(data).map(({ key, steps }) => (
      <ol class="steps" aria-label={`Steps of ${key}`} key={key}>
        {steps.map((step, at) => (
          <Step key={at} step={step} />
        ))}
        {isRunning && (
          <li class="running">
            <span class="sign" /> Step {steps.length + 1} …
          </li>
        )}
      </ol>
    ))}
  </>
);

const Step = ({ step: { step, outcome, items, lineItem, errors = [] } }: { step: EndedStep }) => (
  <li class={outcome}>
    <span class="sign">{outcome !== undefined && <Icon of={signOf(outcome)} />}</span>{' '}
    {titled(step)}
    <span class="muted">
      {items !== undefined && ` · ${many(items, 'row')}`}
      {typeof lineItem === 'number' && ` · line item ${lineItem + 1}`}
    </span>{' '}
    {outcome !== undefined && <span class={`outcome ${outcome}`}>{titled(outcome)}</span>}
    {errors.map(({ message = '' }, at) => (
      <p key={at} class="fault">
        {sentenceOf(message)}
      </p>
    ))}
  </li>
);

const signOf = (outcome: string) => (outcome === 'APPLIED' ? Check : X);

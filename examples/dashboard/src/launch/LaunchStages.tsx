import { Icon } from '../Icon.tsx';
import { Check } from '../icons.ts';

/** The stages of a launch, in order. The first four are filled in. */
export const stages = ['Campaign', 'Line items', 'Targeting', 'Posts', 'Review', 'Launch'] as const;

export const reviewStage = 4;
export const launchStage = 5;

interface Props {
  /** The position of the stage that is shown. */
  readonly at: number;
  /** The position of the furthest stage so far; the number of stages at the end. */
  readonly reached: number;
  /** The number of faults in each stage. */
  readonly faults: readonly number[];
  /** True if no stage can be opened. */
  readonly isFixed: boolean;
  readonly onGo: (at: number) => void;
}

/** The stages of a launch: the current one, those that are done, and links to those with fields. */
export const LaunchStages = ({ at, reached, faults, isFixed, onGo }: Props) => (
  <ol className="stages" aria-label="Stages">
    {stages.map((name, position) => {
      const count = faults[position] ?? 0;
      const isCurrent = position === at;
      const isDone = count === 0 && position < reached && (!isCurrent || reached > launchStage);
      return (
        <li
          key={name}
          aria-current={isCurrent ? 'step' : undefined}
          className={isDone ? 'done' : undefined}
        >
          <button
            type="button"
            disabled={isFixed || position >= reviewStage}
            onClick={() => onGo(position)}
          >
            <span className="number">{isDone ? <Icon of={Check} /> : position + 1}</span>{' '}
            <span className="name">{name}</span>
            {isDone && <span className="unseen"> (done)</span>}
            {count > 0 && (
              <span className="fault">
                {' '}
                {count} {count === 1 ? 'error' : 'errors'}
              </span>
            )}
          </button>
        </li>
      );
    })}
  </ol>
);

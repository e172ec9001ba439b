import { Icon } from '../Icon.tsx';
import { Check } from '../icons.ts';

/** The stages of a launch, in order. The first four are filled in. */
export const stages = ['Campaign', 'Line items', 'Targeting', 'Posts', 'Review', 'Launch'] as const;

export const reviewStage = 4;
export const launchStage = 5;

interface Props {
  /** The position of the stage that is shown. */
  readonly at: number;
  /** The number of faults in each stage. */
  readonly faults: readonly number[];
  /** True if no stage can be opened. */
  readonly isFixed: boolean;
  readonly onGo: (at: number) => void;
}

/** The current stage of a launch, and links to the stages that can be filled in. */
export const LaunchStages = ({ at, faults, isFixed, onGo }: Props) => (
  <ol className="stages" aria-label="Stages">
    {stages.map((name, position) => (
      <li
        key={name}
        aria-current={position === at ? 'step' : undefined}
        className={position < at && !faults[position] ? 'done' : undefined}
      >
        <button
          type="button"
          disabled={isFixed || position >= reviewStage}
          onClick={() => onGo(position)}
        >
          <span className="number">
            {position < at && !faults[position] ? <Icon of={Check} /> : position + 1}
          </span>{' '}
          <span className="name">{name}</span>
          {(faults[position] ?? 0) > 0 && (
            <span className="fault">
              {' '}
              {faults[position]} {faults[position] === 1 ? 'error' : 'errors'}
            </span>
          )}
        </button>
      </li>
    ))}
  </ol>
);

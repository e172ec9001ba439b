import { Icon } from './Icon.tsx';
import { Pause, Play } from './icons.ts';

interface Props {
  readonly name: string;
  readonly entityStatus: string | null | undefined;
  readonly isDisabled: boolean;
  /** True if its state is not known; then no change is offered. */
  readonly isUnknown: boolean;
  readonly onPress: (next: 'ACTIVE' | 'PAUSED') => void;
}

/** A button that pauses an active entity, and resumes any other. */
export const PauseButton = ({ name, entityStatus, isDisabled, isUnknown, onPress }: Props) => {
  if (isUnknown) return null;
  const isActive = entityStatus === 'ACTIVE';
  const verb = isActive ? 'Pause' : 'Resume';
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={`${verb} ${name}`}
      title={verb}
      disabled={isDisabled}
      onClick={() => onPress(isActive ? 'PAUSED' : 'ACTIVE')}
    >
      <Icon of={isActive ? Pause : Play} />
    </button>
  );
};

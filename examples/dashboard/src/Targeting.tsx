import type { Target } from './draft-line-item.ts';
import { Picker } from './Picker.tsx';
import { TargetingFound } from './TargetingFound.tsx';

interface Props {
  readonly targets: readonly Target[];
  readonly onPick: (targets: readonly Target[]) => void;
}

const labels = { LOCATION: 'Locations', INTEREST: 'Interests' } as const;
const types = Object.keys(labels) as Target['type'][];

/** A search for places and one for interests. */
export const Targeting = ({ targets, onPick }: Props) =>
  types.map((type) => (
    <Picker
      key={type}
      label={labels[type]}
      chosen={targets.filter((target) => target.type === type)}
      onPick={(chosen) => onPick([...targets.filter((target) => target.type !== type), ...chosen])}
    >
      {(q, pick, attempt) =>
        q !== '' && <TargetingFound type={type} q={q} fetchKey={attempt} onPick={pick} />
      }
    </Picker>
  ));

import type { SyntheticEvent } from 'react';
import type {
  BatchTargetingCriteriaInput,
  CreateLineItemTargetingMutation$data,
} from './__generated__/CreateLineItemTargetingMutation.graphql.ts';
import { BatchItems } from './BatchItems.tsx';
import type { Draft } from './draft-line-item.ts';
import { Faults } from './Faults.tsx';
import { Picker } from './Picker.tsx';
import type { Write } from './relay/write.ts';

interface PickersProps {
  readonly picks: Draft['picks'];
  readonly onPick: (picks: Draft['picks']) => void;
}

/** A search for places and one for interests. */
export const Pickers = ({ picks, onPick }: PickersProps) => (
  <>
    <Picker label="Locations" type="LOCATION" picks={picks} onPick={onPick} />
    <Picker label="Interests" type="INTEREST" picks={picks} onPick={onPick} />
  </>
);

interface Props extends PickersProps {
  readonly write: Write<
    BatchTargetingCriteriaInput,
    NonNullable<CreateLineItemTargetingMutation$data['batchTargetingCriteria']>
  >;
  readonly onSend: () => void;
  readonly onClose: () => void;
}

/** The targeting of a line item that is there already, and how its write stands. */
export const LineItemTargeting = ({ write, picks, onPick, onSend, onClose }: Props) => {
  const { isOpen, isUnderWay, ending, last } = write;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    onSend();
  };
  return (
    <form onSubmit={submit} noValidate>
      <p role="status">The line item was created, paused. Its targeting is not known to be set.</p>
      <fieldset className="fields" disabled={isOpen}>
        <Pickers picks={picks} onPick={onPick} />
      </fieldset>
      <Faults write={write} />
      {ending !== null && 'results' in ending && (
        <BatchItems results={ending.results} names={last?.names ?? []} />
      )}
      <div className="actions">
        <button type="button" onClick={onClose}>
          Close
        </button>
        <button type="submit" className="primary" disabled={isOpen}>
          {isUnderWay ? 'Setting …' : 'Set targeting'}
        </button>
      </div>
    </form>
  );
};

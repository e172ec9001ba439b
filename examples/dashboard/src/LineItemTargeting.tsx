import type { ComponentProps, SyntheticEvent } from 'react';
import type {
  BatchTargetingCriteriaInput,
  CreateLineItemTargetingMutation$data,
} from './__generated__/CreateLineItemTargetingMutation.graphql.ts';
import { BatchItems } from './BatchItems.tsx';
import { Faults } from './Faults.tsx';
import type { Write } from './relay/write.ts';
import { Targeting } from './Targeting.tsx';

interface Props extends ComponentProps<typeof Targeting> {
  readonly write: Write<
    BatchTargetingCriteriaInput,
    NonNullable<CreateLineItemTargetingMutation$data['batchTargetingCriteria']>
  >;
  readonly onSend: () => void;
  readonly onClose: () => void;
}

/** The targeting of an existing line item, and the state of its write. */
export const LineItemTargeting = ({ write, targets, onPick, onSend, onClose }: Props) => {
  const { isOpen, isUnderWay, ending, last } = write;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    onSend();
  };
  return (
    <form onSubmit={submit} noValidate>
      <p role="status">
        The line item was created and is paused.{' '}
        {isOpen ? 'It is unknown whether its targeting was set.' : 'Its targeting is not set.'}
      </p>
      <fieldset className="fields" disabled={isOpen}>
        <Targeting targets={targets} onPick={onPick} />
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
          {isUnderWay ? 'Sending …' : 'Set targeting'}
        </button>
      </div>
    </form>
  );
};

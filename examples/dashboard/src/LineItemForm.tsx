import type { SyntheticEvent } from 'react';
import { useEffect, useState } from 'react';
import type { CreateLineItemMutation } from './__generated__/CreateLineItemMutation.graphql.ts';
import type { Draft } from './draft-line-item.ts';
import { Faults } from './Faults.tsx';
import { FormActions } from './FormActions.tsx';
import { typedIn, useForm } from './form.ts';
import type { FormDraft } from './form-draft.ts';
import { initially, LineItemFields, lineItemFieldNames, objectives } from './LineItemFields.tsx';
import type { Write } from './relay/write.ts';
import { Targeting } from './Targeting.tsx';

type Input = CreateLineItemMutation['variables']['input'];

interface Props {
  readonly write: Write<Input>;
  readonly targets: Draft['targets'];
  readonly onPick: (targets: Draft['targets']) => void;
  readonly onSend: (values: Omit<Input, 'accountId' | 'campaignId'>) => void;
  readonly draft: FormDraft;
  readonly onClose: () => void;
}

/** The form of a new line item and its targeting. */
export const LineItemForm = ({ write, targets, draft, onPick, onSend, onClose }: Props) => {
  const { isOpen } = write;
  const form = useForm<(typeof lineItemFieldNames)[number]>(write, draft, initially);
  const { ref, onInput, field, faultsBeside } = form;
  const [first] = useState(targets);
  // The form's fields do not contain the picked targets.
  useEffect(() => {
    if (targets !== first && !isOpen && ref.current !== null) draft.keepFrom(ref.current);
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { text, given, time, neededTime } = typedIn(event.currentTarget);
    const objective = objectives.find((one) => one === text('objective'));
    onSend({
      name: text('name'),
      objective,
      productType: objective === 'FOLLOWERS' ? 'PROMOTED_ACCOUNT' : 'PROMOTED_TWEETS',
      placements: ['ALL_ON_TWITTER'],
      bid: given('bid'),
      startTime: time('startTime'),
      endTime: neededTime('endTime'),
      entityStatus: 'PAUSED',
    });
  };
  return (
    <form ref={ref} onInput={onInput} onSubmit={submit} noValidate>
      <fieldset className="fields" disabled={isOpen}>
        <input type="hidden" name="targets" value={JSON.stringify(targets)} />
        <LineItemFields fieldOf={field} />
        <Targeting targets={targets} onPick={onPick} />
        <p className="quiet">The line item starts paused.</p>
      </fieldset>
      <Faults write={write} errors={faultsBeside(lineItemFieldNames)} />
      <FormActions {...{ write, draft, onClose }} words={['Create', 'Creating …']} />
    </form>
  );
};

import type { SyntheticEvent } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { CampaignChange_campaign$key } from './__generated__/CampaignChange_campaign.graphql.ts';
import type { CampaignRowStatusMutation } from './__generated__/CampaignRowStatusMutation.graphql.ts';
import { Faults } from './Faults.tsx';
import { Field } from './Field.tsx';
import { FormActions } from './FormActions.tsx';
import { typedIn, useForm } from './form.ts';
import type { FormDraft } from './form-draft.ts';
import type { Write } from './relay/write.ts';

// Named as in the input, so that a fault finds its field.
const fields = ['name', 'dailyBudget', 'totalBudget'] as const;
type FieldName = (typeof fields)[number];

interface Props {
  readonly campaign: CampaignChange_campaign$key;
  readonly write: Write<CampaignRowStatusMutation['variables']['input']>;
  readonly draft: FormDraft;
  readonly onClose: () => void;
}

/**
 * A form for the name and the budgets of a campaign. A blank budget is removed; unchanged fields
 * are not sent.
 */
export const CampaignChange = ({ campaign, write, draft, onClose }: Props) => {
  const shown = useFragment(
    graphql`
      fragment CampaignChange_campaign on Campaign {
        id
        accountId
        name
        dailyBudget {
          amount
        }
        totalBudget {
          amount
        }
      }
    `,
    campaign,
  );
  const { id, accountId, name } = shown;
  const initial = (field: FieldName): string =>
    field === 'name' ? (name ?? '') : (shown[field]?.amount ?? '');
  const { ref, onInput, field, faultsBeside } = useForm<FieldName>(write, draft, initial);
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { text } = typedIn(event.currentTarget);
    const isChanged = (one: FieldName): boolean => text(one) !== initial(one);
    void write.send({
      accountId,
      campaignId: id,
      ...(isChanged('name') && { name: text('name') }),
      ...(isChanged('dailyBudget') && { dailyBudget: text('dailyBudget') || null }),
      ...(isChanged('totalBudget') && { totalBudget: text('totalBudget') || null }),
    });
  };
  return (
    <form
      ref={ref}
      onInput={onInput}
      aria-label={`Edit ${name ?? id}`}
      onSubmit={submit}
      noValidate
    >
      <fieldset className="fields in-row" disabled={write.isOpen}>
        <Field label="Name" {...field('name')} />
        <Field label="Daily budget" inputMode="decimal" {...field('dailyBudget')} />
        <Field label="Total budget" inputMode="decimal" {...field('totalBudget')} />
      </fieldset>
      <Faults write={write} errors={faultsBeside(fields)} />
      <FormActions {...{ write, draft, onClose }} words={['Save', 'Saving …']} />
    </form>
  );
};

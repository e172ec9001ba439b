import type { SyntheticEvent } from 'react';
import { graphql, useFragment } from 'react-relay';
import type { LineItemChange_lineItem$key } from './__generated__/LineItemChange_lineItem.graphql.ts';
import type { LineItemRowMutation } from './__generated__/LineItemRowMutation.graphql.ts';
import { Faults } from './Faults.tsx';
import { Field } from './Field.tsx';
import { FormActions } from './FormActions.tsx';
import { localOf, typedIn, useForm } from './form.ts';
import type { FormDraft } from './form-draft.ts';
import type { Write } from './relay/write.ts';

// Named as in the input, so that a fault finds its field.
const fields = ['name', 'bid', 'totalBudget', 'startTime', 'endTime'] as const;
type FieldName = (typeof fields)[number];

interface Props {
  readonly lineItem: LineItemChange_lineItem$key;
  readonly write: Write<LineItemRowMutation['variables']['input']>;
  readonly draft: FormDraft;
  readonly onClose: () => void;
}

/**
 * A form for the name, the bid, the budget and the flight of a line item. A blank bid or budget is
 * removed; unchanged fields are not sent.
 */
export const LineItemChange = ({ lineItem, write, draft, onClose }: Props) => {
  const shown = useFragment(
    graphql`
      fragment LineItemChange_lineItem on LineItem {
        id
        accountId
        name
        bidStrategy
        bid {
          amount
        }
        totalBudget {
          amount
        }
        startTime
        endTime
      }
    `,
    lineItem,
  );
  const { id, accountId, name } = shown;
  const initial = (field: FieldName): string => {
    if (field === 'bid' || field === 'totalBudget') return shown[field]?.amount ?? '';
    return field === 'name' ? (name ?? '') : localOf(shown[field] ?? '');
  };
  const { ref, onInput, field, faultsBeside } = useForm<FieldName>(write, draft, initial);
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const changes = changesIn(event.currentTarget, initial);
    void write.send({ accountId, lineItemId: id, ...changes });
  };
  return (
    <form
      ref={ref}
      onInput={onInput}
      aria-label={`Edit line item ${name ?? id}`}
      onSubmit={submit}
      noValidate
    >
      <fieldset className="fields in-row" disabled={write.isOpen}>
        <Field label="Name" {...field('name')} />
        {shown.bidStrategy !== 'AUTO' && (
          <Field label="Bid" inputMode="decimal" {...field('bid')} />
        )}
        <Field label="Total budget" inputMode="decimal" {...field('totalBudget')} />
        <Field label="Start" {...field('startTime')}>
          {(attributes) => <input type="datetime-local" {...attributes} />}
        </Field>
        <Field label="End" {...field('endTime')}>
          {(attributes) => <input type="datetime-local" {...attributes} />}
        </Field>
      </fieldset>
      <Faults write={write} errors={faultsBeside(fields)} />
      <FormActions {...{ write, draft, onClose }} words={['Save', 'Saving …']} />
    </form>
  );
};

const changesIn = (form: HTMLFormElement, initial: (field: FieldName) => string) => {
  const { text, time, isChecked: isThere } = typedIn(form);
  const isChanged = (one: FieldName): boolean => isThere(one) && text(one) !== initial(one);
  return {
    ...(isChanged('name') && { name: text('name') }),
    ...(isChanged('bid') && { bid: text('bid') || null }),
    ...(isChanged('totalBudget') && { totalBudget: text('totalBudget') || null }),
    ...(isChanged('startTime') && { startTime: time('startTime') ?? null }),
    ...(isChanged('endTime') && { endTime: time('endTime') ?? null }),
  };
};

import type { SyntheticEvent } from 'react';
import { useEffect, useState } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import { Field } from '../Field.tsx';
import { typedIn, useForm } from '../form.ts';
import type { FormDraft } from '../form-draft.ts';
import { initially } from '../LineItemFields.tsx';
import { PaidBy } from '../PaidBy.tsx';
import type { Write } from '../relay/write.ts';
import type { LaunchCampaignMutation } from './__generated__/LaunchCampaignMutation.graphql.ts';
import type { LaunchFormQuery } from './__generated__/LaunchFormQuery.graphql.ts';
import { LaunchEnd } from './LaunchEnd.tsx';
import { LaunchLineItem, lineItemFields, lineItemOf } from './LaunchLineItem.tsx';
import type { Launched } from './launched.ts';
import { draftLines, keptLines, keptName, newLine } from './lines.ts';

type Input = LaunchCampaignMutation['variables']['input'];

// Named as in the input, so that a fault finds its field.
const fields = [
  'campaign.name',
  'campaign.fundingInstrumentId',
  'campaign.dailyBudget',
  'campaign.totalBudget',
] as const;

interface Props {
  readonly accountId: string;
  readonly write: Write<Input, Launched>;
  readonly draft: FormDraft;
  readonly fetchKey: number;
  readonly onClose: () => void;
}

/** A whole campaign: who pays, line items, whom they target and which posts they promote. */
export const LaunchForm = ({ accountId, write, draft, fetchKey, onClose }: Props) => {
  const { isOpen, last, ending, send } = write;
  const { account } = useLazyLoadQuery<LaunchFormQuery>(
    graphql`
      query LaunchFormQuery($accountId: ID!) {
        account(id: $accountId) {
          ...PaidBy_account
          ...PostPicker_account
        }
      }
    `,
    { accountId },
    { fetchKey },
  );
  const [first] = useState(() => (isOpen && last !== null ? keptLines(last) : draftLines(draft)));
  const [lines, setLines] = useState(first);
  const [isActivated] = useState(() =>
    isOpen ? last?.input.activate === true : draft.read()?.['activate'] === 'on',
  );
  const isLocked = isOpen || ending?.outcome === 'APPLIED';
  const form = useForm<string>(write, draft, initially);
  // What is picked is no input of the form's fields.
  useEffect(() => {
    if (lines !== first && !isLocked && form.ref.current !== null) draft.keepFrom(form.ref.current);
  });
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const input = inputOf(lines, typedIn(event.currentTarget));
    void send({ accountId, ...input }, lines.map(keptName));
  };
  const shown = [...fields, ...lines.flatMap((_, at) => lineItemFields(at))];
  return (
    <form ref={form.ref} onInput={form.onInput} onSubmit={submit} noValidate>
      <fieldset className="fields" disabled={isLocked}>
        <input type="hidden" name="lines" value={JSON.stringify(lines.map(keptName))} />
        <Field label="Campaign name" {...form.field('campaign.name')} />
        <PaidBy account={account} {...form.field('campaign.fundingInstrumentId')} />
        <Field label="Daily budget" inputMode="decimal" {...form.field('campaign.dailyBudget')} />
        <Field label="Total budget" inputMode="decimal" {...form.field('campaign.totalBudget')} />
        {lines.map((line, at) => (
          <LaunchLineItem
            key={line.key}
            {...{ at, line, form, account }}
            onChange={(changed) => setLines(lines.with(at, changed))}
            onRemove={lines.length > 1 ? () => setLines(lines.toSpliced(at, 1)) : null}
          />
        ))}
        <button type="button" onClick={() => setLines([...lines, newLine()])}>
          Another line item
        </button>
        <label>
          <input type="checkbox" name="activate" defaultChecked={isActivated} /> Activate all of it
          once it is made
        </label>
      </fieldset>
      <LaunchEnd
        write={write}
        errors={form.faultsBeside(shown)}
        verb="Launch"
        {...{ draft, onClose }}
      />
    </form>
  );
};

const inputOf = (lines: ReturnType<typeof keptLines>, typed: ReturnType<typeof typedIn>) => {
  const { text, given, isChecked } = typed;
  return {
    campaign: {
      name: text('campaign.name'),
      fundingInstrumentId: text('campaign.fundingInstrumentId'),
      dailyBudget: given('campaign.dailyBudget'),
      totalBudget: given('campaign.totalBudget'),
    },
    lineItems: lines.map((line, at) => lineItemOf(line, at, typed)),
    activate: isChecked('activate'),
  };
};

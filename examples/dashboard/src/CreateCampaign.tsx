import type { SyntheticEvent } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type {
  CreateCampaignMutation,
  CreateCampaignMutation$data,
} from './__generated__/CreateCampaignMutation.graphql.ts';
import type { CreateCampaignQuery } from './__generated__/CreateCampaignQuery.graphql.ts';
import { Dialog } from './Dialog.tsx';
import { Faults } from './Faults.tsx';
import { Field } from './Field.tsx';
import { FormActions } from './FormActions.tsx';
import { typedIn, useForm } from './form.ts';
import { useFormDialog } from './form-dialog.ts';
import type { FormDraft } from './form-draft.ts';
import { useFormDraft } from './form-draft.ts';
import { PaidBy } from './PaidBy.tsx';
import type { Write } from './relay/write.ts';
import { useWrite } from './relay/write.ts';
import { useShownCampaign } from './shown-campaign.ts';

interface Props {
  readonly accountId: string;
  /** The list that shows the new campaign. */
  readonly connection: string;
}

type Input = CreateCampaignMutation['variables']['input'];
type Payload = NonNullable<CreateCampaignMutation$data['createCampaign']>;

/** A button that opens the form for a new campaign, which shows by itself while one is open. */
export const CreateCampaign = ({ accountId, connection }: Props) => {
  const draft = useFormDraft(`createCampaign in ${accountId}`);
  const showMade = useShownCampaign(connection);
  const write = useWrite<CreateCampaignMutation, Payload>({
    mutation: graphql`
      mutation CreateCampaignMutation($input: CreateCampaignInput!) {
        createCampaign(input: $input) {
          outcome
          errors {
            message
            argument
          }
          campaign {
            id
            name
            ...CampaignRow_campaign
          }
        }
      }
    `,
    name: `createCampaign in ${accountId}`,
    configOf: (input) => ({ variables: { input } }),
    isReviewed: () => true,
    payloadOf: ({ createCampaign }) => createCampaign,
    onEnd: (ending) => {
      if (ending.outcome === 'APPLIED') {
        draft.drop();
        hide();
      }
      showMade(ending);
    },
  });
  const { isShown, show, hide, close } = useFormDialog('create', write);
  return (
    <>
      <button type="button" onClick={show}>
        New empty campaign
      </button>
      {isShown && (
        <Dialog heading="New empty campaign" of="funding instruments" onClose={close}>
          {(attempt) => (
            <Form {...{ accountId, write, draft }} fetchKey={attempt} onClose={close} />
          )}
        </Dialog>
      )}
    </>
  );
};

// Named as in the input, so that a fault finds its field.
const fields = [
  'name',
  'fundingInstrumentId',
  'dailyBudget',
  'totalBudget',
  'purchaseOrderNumber',
] as const;

interface FormProps {
  readonly accountId: string;
  readonly write: Write<Input>;
  readonly draft: FormDraft;
  readonly fetchKey: number;
  readonly onClose: () => void;
}

const Form = ({ accountId, write, draft, fetchKey, onClose }: FormProps) => {
  const { isOpen, send } = write;
  const { account } = useLazyLoadQuery<CreateCampaignQuery>(
    graphql`
      query CreateCampaignQuery($accountId: ID!) {
        account(id: $accountId) {
          ...PaidBy_account
        }
      }
    `,
    { accountId },
    { fetchKey },
  );
  const { ref, onInput, field, faultsBeside } = useForm<(typeof fields)[number]>(write, draft);
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { text, given } = typedIn(event.currentTarget);
    void send({
      accountId,
      name: text('name'),
      fundingInstrumentId: text('fundingInstrumentId'),
      dailyBudget: given('dailyBudget'),
      totalBudget: given('totalBudget'),
      purchaseOrderNumber: given('purchaseOrderNumber'),
      entityStatus: 'PAUSED',
    });
  };

  // The gateway checks the input and reports all faults at once, so no field is required here. The
  // input of an open write is locked, because its key belongs to it.
  return (
    <form ref={ref} onInput={onInput} onSubmit={submit} noValidate>
      <p className="quiet">
        A paused campaign without line items. <em>Launch campaign</em> creates all of it at once.
      </p>
      <fieldset className="fields" disabled={isOpen}>
        <Field label="Name" {...field('name')} />
        <PaidBy account={account} {...field('fundingInstrumentId')} />
        <Field label="Daily budget" inputMode="decimal" {...field('dailyBudget')} />
        <Field label="Total budget" inputMode="decimal" {...field('totalBudget')} />
        <Field label="Purchase order number" {...field('purchaseOrderNumber')} />
      </fieldset>
      <Faults write={write} errors={faultsBeside(fields)} />
      <FormActions {...{ write, draft, onClose }} words={['Create', 'Creating …']} />
    </form>
  );
};

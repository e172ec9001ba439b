import type { SyntheticEvent } from 'react';
import { graphql } from 'react-relay';
import { Dialog } from '../Dialog.tsx';
import { Field } from '../Field.tsx';
import { typedIn, useForm } from '../form.ts';
import { useFormDialog } from '../form-dialog.ts';
import type { FormDraft } from '../form-draft.ts';
import { useFormDraft } from '../form-draft.ts';
import { Icon } from '../Icon.tsx';
import { Copy } from '../icons.ts';
import type { Write } from '../relay/write.ts';
import { useWrite } from '../relay/write.ts';
import { useShownCampaign } from '../shown-campaign.ts';
import type { CopyCampaignMutation } from './__generated__/CopyCampaignMutation.graphql.ts';
import { LaunchEnd } from './LaunchEnd.tsx';
import type { Launched } from './launched.ts';
import { launchedOf } from './launched.ts';

type Input = CopyCampaignMutation['variables']['input'];

interface Props {
  readonly accountId: string;
  readonly campaignId: string;
  readonly name: string;
  /** The list that shows the copy. */
  readonly connection: string;
}

/** A button that opens the form for a copy, which shows by itself while one is open. */
export const CopyCampaign = ({ accountId, campaignId, name, connection }: Props) => {
  const draft = useFormDraft(`copyCampaign ${campaignId}`);
  const showMade = useShownCampaign(connection);
  const write = useWrite<CopyCampaignMutation, Launched>({
    mutation: graphql`
      mutation CopyCampaignMutation($input: CopyCampaignInput!, $inParts: Boolean!) {
        copyCampaign(input: $input) {
          steps @stream(initialCount: 0, label: "steps", if: $inParts) {
            index
            step
            items
            lineItem
            outcome
            errors {
              message
              argument
            }
          }
          ...launched_end @defer(label: "end", if: $inParts)
        }
      }
    `,
    name: `copyCampaign ${campaignId}`,
    configOf: (input) => ({ variables: { input, inParts: false } }),
    isReviewed: () => true,
    payloadOf: ({ copyCampaign }) => copyCampaign && launchedOf(copyCampaign),
    onEnd: (ending) => {
      if (ending.outcome === 'APPLIED') draft.drop();
      showMade(ending);
    },
  });
  const { isShown, show, close } = useFormDialog(`copy ${campaignId}`, write);
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={`Copy ${name}`}
        title="Copy"
        onClick={show}
      >
        <Icon of={Copy} />
      </button>
      {isShown && (
        <Dialog heading={`Copy ${name}`} of="the form" onClose={close}>
          {() => <Form {...{ accountId, campaignId, name, write, draft }} onClose={close} />}
        </Dialog>
      )}
    </>
  );
};

// Named as in the input, so that a fault finds its field.
const fields = ['name', 'lineItems.endTime'] as const;

interface FormProps extends Omit<Props, 'connection'> {
  readonly write: Write<Input, Launched>;
  readonly draft: FormDraft;
  readonly onClose: () => void;
}

const Form = ({ accountId, campaignId, name, write, draft, onClose }: FormProps) => {
  const { isOpen, last, ending } = write;
  const form = useForm<(typeof fields)[number]>(write, draft, (one) =>
    one === 'name' ? `${name} (copy)` : '',
  );
  const { ref, onInput, field, faultsBeside } = form;
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { text, time, isChecked } = typedIn(event.currentTarget);
    const endTime = time('lineItems.endTime');
    void write.send({
      accountId,
      campaignId,
      name: text('name'),
      ...(endTime !== undefined && { lineItems: { endTime } }),
      activate: isChecked('activate'),
    });
  };
  return (
    <form ref={ref} onInput={onInput} onSubmit={submit} noValidate>
      <fieldset className="fields" disabled={isOpen || ending?.outcome === 'APPLIED'}>
        <Field label="Name of the copy" {...field('name')} />
        <Field label="New end of the line items" {...field('lineItems.endTime')}>
          {(attributes) => <input type="datetime-local" {...attributes} />}
        </Field>
        <label>
          <input
            type="checkbox"
            name="activate"
            defaultChecked={
              isOpen ? last?.input.activate === true : draft.read()?.['activate'] === 'on'
            }
          />{' '}
          Activate everything once it is created
        </label>
      </fieldset>
      <LaunchEnd write={write} errors={faultsBeside(fields)} verb="Copy" {...{ draft, onClose }} />
    </form>
  );
};

import { useContext, useState } from 'react';
import { graphql, useRelayEnvironment } from 'react-relay';
import type {
  CreateLineItemMutation,
  CreateLineItemMutation$data,
} from './__generated__/CreateLineItemMutation.graphql.ts';
import type {
  CreateLineItemTargetingMutation,
  CreateLineItemTargetingMutation$data,
} from './__generated__/CreateLineItemTargetingMutation.graphql.ts';
import { useAddressDialog } from './address-dialog.ts';
import { Dialog } from './Dialog.tsx';
import type { Draft } from './draft-line-item.ts';
import { draftPlace } from './draft-line-item.ts';
import type { FormDraft } from './form-draft.ts';
import { useFormDraft } from './form-draft.ts';
import { LineItemForm } from './LineItemForm.tsx';
import { LineItemTargeting } from './LineItemTargeting.tsx';
import type { Ending } from './relay/fault.ts';
import { showFirst } from './relay/lists.ts';
import { useWrite } from './relay/write.ts';
import { UserId } from './user.ts';

interface Props {
  readonly accountId: string;
  readonly campaignId: string;
  /** The list that shows the new line item. */
  readonly connection: string;
}

/**
 * A button that opens the form for a new line item. The form shows by itself until the line item
 * and its targeting are created.
 */
export const CreateLineItem = (props: Props) => {
  const { draft, form, isShown, line, targeting, ...actions } = useNewLineItem(props);
  const { targets, lineItemId } = draft;
  const { show, close, pick } = actions;
  return (
    <>
      <button type="button" onClick={show}>
        New line item
      </button>
      {isShown && (
        <Dialog heading="New line item" of="the form" onClose={close}>
          {() =>
            lineItemId === null ? (
              <LineItemForm
                {...{ write: line, targets, draft: form }}
                onPick={pick}
                onClose={close}
                onSend={actions.create}
              />
            ) : (
              <LineItemTargeting
                {...{ write: targeting, targets }}
                onPick={pick}
                onClose={close}
                onSend={actions.target}
              />
            )
          }
        </Dialog>
      )}
    </>
  );
};

/** A line item that is not created, with the targeting of its form's draft. */
const typedBefore = (form: FormDraft): Draft => ({
  targets: JSON.parse(form.read()?.['targets'] ?? '[]'),
  lineItemId: null,
});

/**
 * A new line item, from its form to its targeting: two writes, each with a key of its own. The
 * targeting is kept until both are done.
 */
const useNewLineItem = ({ accountId, campaignId, connection }: Props) => {
  const environment = useRelayEnvironment();
  const place = draftPlace(useContext(UserId), campaignId);
  const form = useFormDraft(`createLineItem in ${campaignId}`);
  const [draft, setDraft] = useState(() => place.read() ?? typedBefore(form));
  const dialog = useAddressDialog(`line item of ${campaignId}`, place.read() !== null);
  const end = (): void => {
    place.drop();
    setDraft(typedBefore(form));
    dialog.hide();
    line.forget();
    targeting.forget();
  };
  const targeting = useTargetingWrite(campaignId, ({ outcome }) => {
    if (outcome === 'APPLIED') end();
  });
  const target = (made: Draft): void => {
    const operations = operationsOf(made);
    if (operations.length === 0) {
      end();
      return;
    }
    place.keep(made);
    const names = made.targets.map(({ name }) => name);
    void targeting.send({ accountId, operations }, names);
  };
  const line = useLineItemWrite(campaignId, (ending) => {
    if (ending.outcome === 'UNKNOWN') return;
    if (ending.outcome !== 'APPLIED') {
      place.drop();
      return;
    }
    form.drop();
    const lineItem = 'lineItem' in ending ? ending.lineItem : null;
    showFirst(environment, connection, { made: lineItem });
    const targets = place.read()?.targets ?? [];
    const made = { targets, lineItemId: lineItem?.id ?? null };
    setDraft(made);
    target(made);
  });
  return {
    ...{ draft, form, line, targeting },
    isShown: dialog.isShown,
    show: dialog.show,
    close: () => (line.isOpen || targeting.isOpen ? dialog.hide() : end()),
    pick: (targets: Draft['targets']) => setDraft({ ...draft, targets }),
    create: async (values: Omit<Input, 'accountId' | 'campaignId'>) => {
      place.keep(draft);
      if (!(await line.send({ accountId, campaignId, ...values }))) place.drop();
    },
    target: () => target(draft),
  };
};

const operationsOf = ({ targets, lineItemId }: Draft) =>
  lineItemId === null
    ? []
    : targets.map(({ type, value }) => ({
        create: {
          lineItemId,
          targetingType: type,
          targetingValue: value,
          operatorType: 'EQ' as const,
        },
      }));

type Input = CreateLineItemMutation['variables']['input'];
type Made = NonNullable<CreateLineItemMutation$data['createLineItem']>;
type Targeted = NonNullable<CreateLineItemTargetingMutation$data['batchTargetingCriteria']>;

const useLineItemWrite = (campaignId: string, onEnd: (ending: Made | Ending) => void) =>
  useWrite<CreateLineItemMutation, Made>({
    mutation: graphql`
      mutation CreateLineItemMutation($input: CreateLineItemInput!) {
        createLineItem(input: $input) {
          outcome
          errors {
            message
            argument
          }
          lineItem {
            id
            ...LineItemRow_lineItem
          }
        }
      }
    `,
    name: `createLineItem in ${campaignId}`,
    configOf: (input) => ({ variables: { input } }),
    isReviewed: () => true,
    payloadOf: ({ createLineItem }) => createLineItem,
    onEnd,
  });

const useTargetingWrite = (campaignId: string, onEnd: (ending: Targeted | Ending) => void) =>
  useWrite<CreateLineItemTargetingMutation, Targeted>({
    mutation: graphql`
      mutation CreateLineItemTargetingMutation($input: BatchTargetingCriteriaInput!) {
        batchTargetingCriteria(input: $input) {
          outcome
          errors {
            message
            argument
          }
          results {
            index
            outcome
            errors {
              message
              argument
            }
          }
        }
      }
    `,
    name: `batchTargetingCriteria of a new line item in ${campaignId}`,
    configOf: (input) => ({ variables: { input } }),
    // The second half of a write that was reviewed.
    isReviewed: () => false,
    payloadOf: ({ batchTargetingCriteria }) => batchTargetingCriteria,
    onEnd,
  });

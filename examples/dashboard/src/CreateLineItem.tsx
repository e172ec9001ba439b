import { useContext, useState } from 'react';
import { graphql } from 'react-relay';
import type {
  CreateLineItemMutation,
  CreateLineItemMutation$data,
} from './__generated__/CreateLineItemMutation.graphql.ts';
import type {
  CreateLineItemTargetingMutation,
  CreateLineItemTargetingMutation$data,
} from './__generated__/CreateLineItemTargetingMutation.graphql.ts';
import { Dialog } from './Dialog.tsx';
import type { Draft } from './draft-line-item.ts';
import { draftPlace } from './draft-line-item.ts';
import { LineItemForm } from './LineItemForm.tsx';
import { LineItemTargeting } from './LineItemTargeting.tsx';
import type { Ending } from './relay/attempt.ts';
import { useWrite } from './relay/write.ts';
import { UserId } from './user.ts';

interface Props {
  readonly accountId: string;
  readonly campaignId: string;
  /** The list that shows the new line item. */
  readonly connection: string;
}

const empty: Draft = { picks: [], lineItemId: null };

/**
 * A button that opens the form for a new line item. It is created first, then its targeting: two
 * writes, each with a key of its own. The form shows by itself until both are done.
 */
export const CreateLineItem = ({ accountId, campaignId, connection }: Props) => {
  const place = draftPlace(useContext(UserId), campaignId);
  const [draft, setDraft] = useState(() => place.read() ?? empty);
  const [isShown, setShown] = useState(() => place.read() !== null);
  const end = (): void => {
    place.drop();
    setDraft(empty);
    setShown(false);
    line.forget();
    targeting.forget();
  };
  const targeting = useTargetingWrite(campaignId, ({ outcome }) => {
    if (outcome === 'APPLIED') end();
  });
  const target = ({ picks, lineItemId }: Draft): void => {
    if (lineItemId === null || picks.length === 0) {
      end();
      return;
    }
    const operations = picks.map(({ type, value }) => ({
      create: {
        lineItemId,
        targetingType: type,
        targetingValue: value,
        operatorType: 'EQ' as const,
      },
    }));
    const names = picks.map(({ name }) => name);
    void targeting.send({ accountId, operations }, names);
  };
  const line = useLineItemWrite({ campaignId, connection }, (ending) => {
    if (ending.outcome === 'UNKNOWN') return;
    if (ending.outcome !== 'APPLIED') {
      place.drop();
      return;
    }
    const lineItemId = 'lineItem' in ending ? (ending.lineItem?.id ?? null) : null;
    const made = { picks: place.read()?.picks ?? [], lineItemId };
    place.keep(made);
    setDraft(made);
    target(made);
  });
  const close = (): void => {
    if (line.isOpen || targeting.isOpen) setShown(false);
    else end();
  };
  const pick = (picks: Draft['picks']): void => setDraft({ ...draft, picks });
  return (
    <>
      <button type="button" onClick={() => setShown(true)}>
        New line item
      </button>
      {isShown && (
        <Dialog heading="New line item" waiting="" onClose={close}>
          {() =>
            draft.lineItemId === null ? (
              <LineItemForm
                write={line}
                picks={draft.picks}
                onPick={pick}
                onClose={close}
                onSend={(values) => {
                  place.keep(draft);
                  void line.send({ accountId, campaignId, ...values });
                }}
              />
            ) : (
              <LineItemTargeting
                write={targeting}
                picks={draft.picks}
                onPick={pick}
                onClose={close}
                onSend={() => {
                  place.keep(draft);
                  target(draft);
                }}
              />
            )
          }
        </Dialog>
      )}
    </>
  );
};

type Made = NonNullable<CreateLineItemMutation$data['createLineItem']>;
type Targeted = NonNullable<CreateLineItemTargetingMutation$data['batchTargetingCriteria']>;

const useLineItemWrite = (
  { campaignId, connection }: Pick<Props, 'campaignId' | 'connection'>,
  onEnd: (ending: Made | Ending) => void,
) =>
  useWrite<CreateLineItemMutation, Made>({
    mutation: graphql`
      mutation CreateLineItemMutation($input: CreateLineItemInput!, $connections: [ID!]!) {
        createLineItem(input: $input) {
          outcome
          errors {
            message
            argument
          }
          lineItem {
            id
          }
          lineItemEdge @prependEdge(connections: $connections) {
            node {
              id
              ...LineItemRow_lineItem
            }
          }
        }
      }
    `,
    name: `createLineItem in ${campaignId}`,
    configOf: (input) => ({ variables: { input, connections: [connection] } }),
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
    payloadOf: ({ batchTargetingCriteria }) => batchTargetingCriteria,
    onEnd,
  });

import type { SyntheticEvent } from 'react';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type { CreateCampaignMutation } from './__generated__/CreateCampaignMutation.graphql.ts';
import type { CreateCampaignQuery } from './__generated__/CreateCampaignQuery.graphql.ts';
import { Boundary } from './Boundary.tsx';
import { Faults } from './Faults.tsx';
import { Field } from './Field.tsx';
import { microsOf } from './micros.ts';
import type { Fault } from './relay/gateway.ts';
import type { Ending } from './relay/write.ts';
import { useWrite } from './relay/write.ts';

interface Props {
  readonly accountId: string;
  /** The list that shows the new campaign. */
  readonly connection: string;
}

const showModal = (dialog: HTMLDialogElement | null): void => {
  if (dialog !== null && !dialog.open) dialog.showModal();
};

/** A button that opens the form for a new campaign. */
export const CreateCampaign = (props: Props) => {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  const headingId = useId();
  return (
    <>
      <button type="button" className="primary" onClick={() => setOpen(true)}>
        New campaign
      </button>
      {isOpen && (
        <dialog ref={showModal} onClose={close} aria-labelledby={headingId}>
          <h2 id={headingId}>New campaign</h2>
          <Boundary>
            {(attempt) => (
              <Suspense fallback={<p className="waiting">Reading what can pay …</p>}>
                <Form {...props} fetchKey={attempt} onClose={close} />
              </Suspense>
            )}
          </Boundary>
        </dialog>
      )}
    </>
  );
};

// Named as in the input, so that a fault finds its field.
const fields = [
  'name',
  'fundingInstrumentId',
  'dailyBudgetAmountLocalMicro',
  'totalBudgetAmountLocalMicro',
  'purchaseOrderNumber',
] as const;
type FieldName = (typeof fields)[number];

interface FormProps extends Props {
  readonly fetchKey: number;
  readonly onClose: () => void;
}

const Form = ({ accountId, connection, fetchKey, onClose }: FormProps) => {
  const { account } = useLazyLoadQuery<CreateCampaignQuery>(
    graphql`
      query CreateCampaignQuery($accountId: ID!) {
        account(id: $accountId) {
          fundingInstruments(first: 200) {
            edges {
              node {
                id
                description
                currency
              }
            }
          }
        }
      }
    `,
    { accountId },
    { fetchKey },
  );
  const [create, isUnderWay] = useWrite<CreateCampaignMutation, Ending>(
    graphql`
      mutation CreateCampaignMutation($input: CreateCampaignInput!, $connections: [ID!]!) {
        createCampaign(input: $input) {
          outcome
          errors {
            message
            argument
          }
          campaignEdge @prependEdge(connections: $connections) {
            node {
              id
              name
              ...CampaignRow_campaign
            }
          }
        }
      }
    `,
    ({ createCampaign }) => createCampaign,
  );
  const [ending, setEnding] = useState<Ending | null>(null);
  // The same key until it is known how the write ended: pressing Create again reads back and never makes a second campaign.
  const [idempotencyKey, setIdempotencyKey] = useState(() => crypto.randomUUID());
  const form = useRef<HTMLFormElement>(null);

  const submit = async (event: SyntheticEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const text = (name: FieldName): string => String(values.get(name) ?? '');
    const input = {
      accountId,
      idempotencyKey,
      name: text('name'),
      fundingInstrumentId: text('fundingInstrumentId'),
      dailyBudgetAmountLocalMicro: microsOf(text('dailyBudgetAmountLocalMicro')),
      totalBudgetAmountLocalMicro: microsOf(text('totalBudgetAmountLocalMicro')),
      purchaseOrderNumber: text('purchaseOrderNumber') || undefined,
      entityStatus: 'PAUSED' as const,
    };
    const ended = await create({ variables: { input, connections: [connection] } });
    if (ended.outcome === 'APPLIED') return onClose();
    setEnding(ended);
    if (ended.outcome !== 'UNKNOWN') setIdempotencyKey(crypto.randomUUID());
  };

  useEffect(() => {
    if (ending === null) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [ending]);

  const field = (name: FieldName) => ({
    name,
    faults: (ending?.errors ?? []).filter(({ argument }) => argument === `input.${name}`),
  });
  const isElsewhere = ({ argument }: Fault): boolean =>
    !fields.some((name) => argument === `input.${name}`);

  // What is wrong with the input is the gateway's to say, all of it at once: so no field is required here.
  return (
    <form ref={form} className="fields" onSubmit={submit} noValidate>
      <Field label="Name" {...field('name')} />
      <Field label="Paid by" {...field('fundingInstrumentId')}>
        {(attributes) => (
          <select {...attributes} defaultValue="">
            <option value="">Choose …</option>
            {account?.fundingInstruments?.edges.map(({ node }) => (
              <option key={node.id} value={node.id}>
                {node.description} ({node.currency})
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Daily budget" inputMode="decimal" {...field('dailyBudgetAmountLocalMicro')} />
      <Field label="Total budget" inputMode="decimal" {...field('totalBudgetAmountLocalMicro')} />
      <Field label="Purchase order number" {...field('purchaseOrderNumber')} />
      <p className="quiet">It begins paused.</p>
      {ending !== null && (
        <Faults ending={{ ...ending, errors: ending.errors.filter(isElsewhere) }} />
      )}
      <div className="actions">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="primary" disabled={isUnderWay}>
          {isUnderWay ? 'Creating …' : 'Create'}
        </button>
      </div>
    </form>
  );
};

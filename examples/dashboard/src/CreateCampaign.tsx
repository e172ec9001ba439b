import type { SyntheticEvent } from 'react';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { graphql, useLazyLoadQuery } from 'react-relay';
import type { CreateCampaignMutation } from './__generated__/CreateCampaignMutation.graphql.ts';
import type { CreateCampaignQuery } from './__generated__/CreateCampaignQuery.graphql.ts';
import { Boundary } from './Boundary.tsx';
import { Faults } from './Faults.tsx';
import { Field } from './Field.tsx';
import { amountOf, microsOf } from './micros.ts';
import type { Ending } from './relay/attempt.ts';
import type { Fault } from './relay/gateway.ts';
import type { Write } from './relay/write.ts';
import { useWrite } from './relay/write.ts';

interface Props {
  readonly accountId: string;
  /** The list that shows the new campaign. */
  readonly connection: string;
}

const showModal = (dialog: HTMLDialogElement | null): void => {
  if (dialog !== null && !dialog.open) dialog.showModal();
};

type Input = CreateCampaignMutation['variables']['input'];

/** A button that opens the form for a new campaign, which shows by itself while one is open. */
export const CreateCampaign = ({ accountId, connection }: Props) => {
  const write = useWrite<CreateCampaignMutation, Ending>({
    mutation: graphql`
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
    name: `createCampaign in ${accountId}`,
    configOf: (input) => ({ variables: { input, connections: [connection] } }),
    payloadOf: ({ createCampaign }) => createCampaign,
    onEnd: ({ outcome }) => {
      if (outcome === 'APPLIED') setShown(false);
    },
  });
  const [isShown, setShown] = useState(write.isOpen);
  const headingId = useId();
  const close = (): void => {
    setShown(false);
    if (!write.isOpen) write.forget();
  };
  return (
    <>
      <button type="button" className="primary" onClick={() => setShown(true)}>
        New campaign
      </button>
      {isShown && (
        <dialog ref={showModal} onClose={close} aria-labelledby={headingId}>
          <h2 id={headingId}>New campaign</h2>
          <Boundary>
            {(attempt) => (
              <Suspense fallback={<p className="waiting">Reading what can pay …</p>}>
                <Form accountId={accountId} write={write} fetchKey={attempt} onClose={close} />
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

interface FormProps {
  readonly accountId: string;
  readonly write: Write<Input>;
  readonly fetchKey: number;
  readonly onClose: () => void;
}

const Form = ({ accountId, write, fetchKey, onClose }: FormProps) => {
  const { isOpen, isUnderWay, ending, send } = write;
  const [restored] = useState(isOpen ? write.last : null);
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
  const form = useRef<HTMLFormElement>(null);

  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const text = (name: FieldName): string => String(values.get(name) ?? '');
    void send({
      accountId,
      name: text('name'),
      fundingInstrumentId: text('fundingInstrumentId'),
      dailyBudgetAmountLocalMicro: microsOf(text('dailyBudgetAmountLocalMicro')),
      totalBudgetAmountLocalMicro: microsOf(text('totalBudgetAmountLocalMicro')),
      purchaseOrderNumber: text('purchaseOrderNumber') || undefined,
      entityStatus: 'PAUSED',
    });
  };

  useEffect(() => {
    if (ending === null) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [ending]);

  const written = (name: FieldName): string => {
    const value = restored?.input[name] ?? '';
    return name.endsWith('LocalMicro') ? amountOf(value) : value;
  };
  const field = (name: FieldName) => ({
    name,
    value: written(name),
    faults: (ending?.errors ?? []).filter(({ argument }) => argument === `input.${name}`),
  });
  const isElsewhere = ({ argument }: Fault): boolean =>
    !fields.some((name) => argument === `input.${name}`);

  // What is wrong with the input is the gateway's to say, all of it at once: so no field is
  // required here. While a write is open, its input is locked, because its key belongs to it.
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <fieldset className="fields" disabled={isOpen}>
        <Field label="Name" {...field('name')} />
        <Field label="Paid by" {...field('fundingInstrumentId')}>
          {(attributes) => (
            <select {...attributes}>
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
      </fieldset>
      <Faults write={write} errors={(ending?.errors ?? []).filter(isElsewhere)} />
      <div className="actions">
        <button type="button" onClick={onClose}>
          {isOpen ? 'Close' : 'Cancel'}
        </button>
        <button type="submit" className="primary" disabled={isOpen}>
          {isUnderWay ? 'Creating …' : 'Create'}
        </button>
      </div>
    </form>
  );
};

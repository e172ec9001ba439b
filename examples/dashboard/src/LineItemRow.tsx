import type { ReactNode } from 'react';
import { useState } from 'react';
import { fetchQuery, graphql, useFragment, useRelayEnvironment } from 'react-relay';
import type { LineItemRow_cells$key } from './__generated__/LineItemRow_cells.graphql.ts';
import type { LineItemRow_lineItem$key } from './__generated__/LineItemRow_lineItem.graphql.ts';
import type { LineItemRowMutation } from './__generated__/LineItemRowMutation.graphql.ts';
import type { LineItemRowQuery } from './__generated__/LineItemRowQuery.graphql.ts';
import { Amount } from './Amount.tsx';
import { Faults } from './Faults.tsx';
import { useFormDraft } from './form-draft.ts';
import { Icon } from './Icon.tsx';
import { PencilLine } from './icons.ts';
import { LineItemChange } from './LineItemChange.tsx';
import { PauseButton } from './PauseButton.tsx';
import type { Ending } from './relay/fault.ts';
import { useWrite } from './relay/write.ts';
import { Status } from './Status.tsx';
import { writtenWord } from './written.ts';

/** One line item: a button that pauses or resumes it, and one that opens a form that changes it. */
export const LineItemRow = ({ lineItem }: { readonly lineItem: LineItemRow_lineItem$key }) => {
  const shown = useFragment(
    graphql`
      fragment LineItemRow_lineItem on LineItem {
        id
        accountId
        name
        entityStatus
        ...LineItemRow_cells
        ...LineItemChange_lineItem
      }
    `,
    lineItem,
  );
  const { id, accountId, entityStatus } = shown;
  const name = shown.name ?? id;
  const draft = useFormDraft(`updateLineItem ${id}`);
  const [isChanging, setChanging] = useState(() => draft.read() !== null);
  const write = useLineItemWrite(id, accountId, () => {
    draft.drop();
    setChanging(false);
  });
  const isUnknown = write.ending?.outcome === 'UNKNOWN';
  const isRefused = write.ending !== null && write.ending.outcome !== 'APPLIED';
  return (
    <>
      <tr>
        <Cells lineItem={shown} isUnknown={isUnknown} />
        <td>
          <div className="actions">
            <button
              type="button"
              className="icon-button"
              aria-expanded={isChanging}
              aria-label={`Edit line item ${name}`}
              title="Edit"
              onClick={() => setChanging(!isChanging)}
            >
              <Icon of={PencilLine} />
            </button>
            <PauseButton
              {...{ name, entityStatus, isUnknown }}
              isDisabled={write.isOpen}
              onPress={(next) => write.send({ accountId, lineItemId: id, entityStatus: next })}
            />
          </div>
        </td>
      </tr>
      {isChanging && (
        <Below
          content={
            <LineItemChange
              lineItem={shown}
              {...{ write, draft }}
              onClose={() => setChanging(false)}
            />
          }
        />
      )}
      {!isChanging && isRefused && <Below content={<Faults write={write} />} />}
    </>
  );
};

const Below = ({ content }: { readonly content: ReactNode }) => (
  <tr>
    <td colSpan={6}>{content}</td>
  </tr>
);

interface CellsProps {
  readonly lineItem: LineItemRow_cells$key;
  readonly isUnknown: boolean;
}

const Cells = ({ lineItem, isUnknown }: CellsProps) => {
  const { name, objective, entityStatus, bid, totalBudget } = useFragment(
    graphql`
      fragment LineItemRow_cells on LineItem {
        name
        objective
        entityStatus
        bid {
          ...Amount_money
        }
        totalBudget {
          ...Amount_money
        }
      }
    `,
    lineItem,
  );
  return (
    <>
      <th scope="row">{name || <span className="quiet">Unnamed</span>}</th>
      <td>{objective && writtenWord(objective)}</td>
      <td>
        <Status value={isUnknown ? 'UNKNOWN' : entityStatus} />
      </td>
      <td className="figure">
        <Amount money={bid} />
      </td>
      <td className="figure">
        <Amount money={totalBudget} />
      </td>
    </>
  );
};

/**
 * The changes of one line item, one at a time. A new state shows at once, and is reverted if it is
 * refused.
 */
const useLineItemWrite = (id: string, accountId: string, onSaved: () => void) => {
  const environment = useRelayEnvironment();
  const lookAgain = (): void => {
    const query = graphql`
      query LineItemRowQuery($accountId: ID!, $id: ID!) {
        account(id: $accountId) {
          lineItem(id: $id) {
            ...LineItemRow_lineItem
          }
        }
      }
    `;
    fetchQuery<LineItemRowQuery>(environment, query, { accountId, id }).subscribe({
      error: () => undefined,
    });
  };
  return useWrite<LineItemRowMutation, Ending>({
    mutation: graphql`
      mutation LineItemRowMutation($input: UpdateLineItemInput!) {
        updateLineItem(input: $input) {
          outcome
          errors {
            message
            argument
          }
          lineItem {
            ...LineItemRow_lineItem
          }
        }
      }
    `,
    name: `updateLineItem ${id}`,
    configOf: (input) => ({
      variables: { input },
      optimisticUpdater: (store) => {
        if (input.entityStatus) store.get(id)?.setValue(input.entityStatus, 'entityStatus');
      },
    }),
    // Pausing spends nothing.
    isReviewed: ({ entityStatus }) => entityStatus !== 'PAUSED',
    payloadOf: ({ updateLineItem }) => updateLineItem,
    onEnd: ({ outcome }, { entityStatus }) => {
      if (outcome === 'APPLIED' && entityStatus === undefined) onSaved();
      if (outcome === 'UNKNOWN') lookAgain();
    },
  });
};

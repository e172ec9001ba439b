import type { ChangeEvent } from 'react';
import { useContext, useEffect, useId, useState } from 'react';
import { fetchQuery, graphql, useFragment, useRelayEnvironment } from 'react-relay';
import type { CampaignRow_campaign$key } from './__generated__/CampaignRow_campaign.graphql.ts';
import type { CampaignRowQuery } from './__generated__/CampaignRowQuery.graphql.ts';
import type { CampaignRowStatusMutation } from './__generated__/CampaignRowStatusMutation.graphql.ts';
import { correct, go, useIdsInAddress, withId } from './address.ts';
import { CampaignAmounts } from './CampaignAmounts.tsx';
import { CampaignChange } from './CampaignChange.tsx';
import { CampaignFigures } from './CampaignFigures.tsx';
import { columnCount } from './CampaignTable.tsx';
import { draftPlace } from './draft-line-item.ts';
import { Faults } from './Faults.tsx';
import type { Figures } from './figures.ts';
import { useFormDraft } from './form-draft.ts';
import { Icon } from './Icon.tsx';
import { ChevronDown, ChevronRight, PencilLine } from './icons.ts';
import { LineItems } from './LineItems.tsx';
import { CopyCampaign } from './launch/CopyCampaign.tsx';
import { PauseButton } from './PauseButton.tsx';
import type { Ending } from './relay/fault.ts';
import type { WriteState } from './relay/write.ts';
import { useWrite } from './relay/write.ts';
import { Status } from './Status.tsx';
import { rowOf } from './shown-campaign.ts';
import { UserId } from './user.ts';

interface Props {
  readonly campaign: CampaignRow_campaign$key;
  readonly stats: Figures;
  /** The list that shows it. */
  readonly connection: string;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

/**
 * One campaign in a line: its state, its budgets and its results, buttons that edit it, pause or
 * resume it, and its line items on demand.
 */
export const CampaignRow = ({ campaign, stats, connection, isChosen, onChoose }: Props) => {
  const shown = useFragment(
    graphql`
      fragment CampaignRow_campaign on Campaign {
        id
        accountId
        name
        entityStatus
        ...CampaignAmounts_campaign
        ...CampaignChange_campaign
      }
    `,
    campaign,
  );
  const { id, accountId, entityStatus } = shown;
  const name = shown.name ?? id;
  const [isOpen, setOpen] = useOpenRow(id);
  const lineItemsId = useId();
  const draft = useFormDraft(`updateCampaign ${id}`);
  const [isChanging, setChanging] = useState(() => draft.read() !== null);
  const write = useCampaignWrite(id, accountId, () => {
    draft.drop();
    setChanging(false);
  });
  const isUnknown = write.ending?.outcome === 'UNKNOWN';
  const choose = (event: ChangeEvent<HTMLInputElement>): void => onChoose(event.target.checked);
  return (
    <tbody id={rowOf(id)} aria-label={name}>
      <tr>
        <th scope="row">
          <div className="name">
            <input
              type="checkbox"
              aria-label={`Select ${name}`}
              checked={isChosen}
              onChange={choose}
            />
            <button
              type="button"
              className="bare"
              aria-expanded={isOpen}
              aria-controls={lineItemsId}
              aria-label={`Line items of ${name}`}
              title={name}
              onClick={() => setOpen(!isOpen)}
            >
              <Icon of={isOpen ? ChevronDown : ChevronRight} />
              <span>{name}</span>
            </button>
          </div>
        </th>
        <td>
          <Status value={isUnknown ? 'UNKNOWN' : entityStatus} />
        </td>
        <CampaignAmounts campaign={shown} />
        <CampaignFigures stats={stats} />
        <td>
          <div className="actions">
            <button
              type="button"
              className="icon-button"
              aria-expanded={isChanging}
              aria-label={`Edit ${name}`}
              title="Edit"
              onClick={() => setChanging(!isChanging)}
            >
              <Icon of={PencilLine} />
            </button>
            <CopyCampaign {...{ accountId, campaignId: id, name, connection }} />
            <PauseButton
              {...{ name, entityStatus, isUnknown }}
              isDisabled={write.isOpen}
              onPress={(next) => write.send({ accountId, campaignId: id, entityStatus: next })}
            />
          </div>
        </td>
      </tr>
      <tr id={lineItemsId} className="below" hidden={!isOpen && !isChanging && !isTold(write)}>
        <td colSpan={columnCount}>
          {isChanging ? (
            <CampaignChange
              campaign={shown}
              {...{ write, draft }}
              onClose={() => setChanging(false)}
            />
          ) : (
            <Faults write={write} />
          )}
          {isOpen && <LineItems accountId={accountId} campaignId={id} />}
        </td>
      </tr>
    </tbody>
  );
};

/** True if there is something to say about how a write ended. */
const isTold = ({ ending }: WriteState<object>): boolean =>
  ending !== null && ending.outcome !== 'APPLIED';

/** The open state of a campaign's row, and its setter. The ids of open rows are in the address. */
const useOpenRow = (id: string) => {
  const userId = useContext(UserId);
  useEffect(() => {
    if (draftPlace(userId, id).read() !== null) correct(withId('open', id, true));
  }, [userId, id]);
  const isOpen = useIdsInAddress('open').includes(id);
  return [isOpen, (next: boolean): void => go(withId('open', id, next))] as const;
};

/**
 * The changes of one campaign, one at a time. A new state shows at once, and is reverted if it is
 * refused.
 */
const useCampaignWrite = (id: string, accountId: string, onSaved: () => void) => {
  const environment = useRelayEnvironment();
  /**
   * Reads the campaign again. If that fails too, the page already shows that the outcome is
   * unknown.
   */
  const lookAgain = (): void => {
    const query = graphql`
      query CampaignRowQuery($accountId: ID!, $id: ID!) {
        account(id: $accountId) {
          campaign(id: $id) {
            ...CampaignRow_campaign
          }
        }
      }
    `;
    fetchQuery<CampaignRowQuery>(environment, query, { accountId, id }).subscribe({
      error: () => undefined,
    });
  };
  return useWrite<CampaignRowStatusMutation, Ending>({
    mutation: graphql`
      mutation CampaignRowStatusMutation($input: UpdateCampaignInput!) {
        updateCampaign(input: $input) {
          outcome
          errors {
            message
            argument
          }
          campaign {
            ...CampaignRow_campaign
          }
        }
      }
    `,
    name: `updateCampaign ${id}`,
    configOf: (input) => ({
      variables: { input },
      // Shown at once; Relay reverts it if the answer holds no campaign.
      optimisticUpdater: (store) => {
        if (input.entityStatus) store.get(id)?.setValue(input.entityStatus, 'entityStatus');
      },
    }),
    // Pausing spends nothing.
    isReviewed: ({ entityStatus }) => entityStatus !== 'PAUSED',
    payloadOf: ({ updateCampaign }) => updateCampaign,
    onEnd: ({ outcome }, { entityStatus }) => {
      if (outcome === 'APPLIED' && entityStatus === undefined) onSaved();
      if (outcome === 'UNKNOWN') lookAgain();
    },
  });
};

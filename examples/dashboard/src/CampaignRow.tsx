import type { ChangeEvent } from 'react';
import { useContext, useId, useState } from 'react';
import { fetchQuery, graphql, useFragment, useRelayEnvironment } from 'react-relay';
import type { CampaignRow_campaign$key } from './__generated__/CampaignRow_campaign.graphql.ts';
import type { CampaignRowQuery } from './__generated__/CampaignRowQuery.graphql.ts';
import type { CampaignRowStatusMutation } from './__generated__/CampaignRowStatusMutation.graphql.ts';
import { CampaignAmounts } from './CampaignAmounts.tsx';
import { draftPlace } from './draft-line-item.ts';
import { Faults } from './Faults.tsx';
import { LineItems } from './LineItems.tsx';
import { CopyCampaign } from './launch/CopyCampaign.tsx';
import type { Ending } from './relay/ending.ts';
import { useWrite } from './relay/write.ts';
import { Status } from './Status.tsx';
import { UserId } from './user.ts';

interface Props {
  readonly campaign: CampaignRow_campaign$key;
  /** The list that shows it. */
  readonly connection: string;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

/**
 * One campaign: its state and budgets, a button that pauses or resumes it, and its line items on
 * demand.
 */
export const CampaignRow = ({ campaign, connection, isChosen, onChoose }: Props) => {
  const shown = useFragment(
    graphql`
      fragment CampaignRow_campaign on Campaign {
        id
        accountId
        name
        entityStatus
        ...CampaignAmounts_campaign
      }
    `,
    campaign,
  );
  const { id, accountId, name, entityStatus } = shown;
  const userId = useContext(UserId);
  const [isOpen, setOpen] = useState(() => draftPlace(userId, id).read() !== null);
  const lineItemsId = useId();
  const write = useCampaignWrite(id, accountId);
  const [verb, next] =
    entityStatus === 'ACTIVE' ? (['Pause', 'PAUSED'] as const) : (['Resume', 'ACTIVE'] as const);
  const choose = (event: ChangeEvent<HTMLInputElement>): void => onChoose(event.target.checked);
  return (
    <li aria-label={name ?? id}>
      <label className="name">
        <input type="checkbox" checked={isChosen} onChange={choose} />
        {name}
      </label>
      <Status value={entityStatus} />
      <CampaignAmounts campaign={shown} />
      <div className="actions">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={lineItemsId}
          aria-label={`Line items of ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          Line items
        </button>
        <CopyCampaign accountId={accountId} campaignId={id} name={name} connection={connection} />
        <button
          type="button"
          aria-label={`${verb} ${name}`}
          disabled={write.isOpen}
          onClick={() => write.send({ accountId, campaignId: id, entityStatus: next })}
        >
          {verb}
        </button>
      </div>
      <Faults write={write} />
      <div id={lineItemsId} className="line-items" hidden={!isOpen}>
        {isOpen && <LineItems accountId={accountId} campaignId={id} />}
      </div>
    </li>
  );
};

/**
 * The changes of one campaign, one at a time. A new state shows at once, and is taken back if it is
 * refused.
 */
const useCampaignWrite = (id: string, accountId: string) => {
  const environment = useRelayEnvironment();
  /**
   * Reads the campaign as it is now; where that fails too, what is shown already says that nobody
   * knows.
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
      // Shown at once; Relay takes it back by itself where the answer holds no campaign.
      optimisticUpdater: (store) => store.get(id)?.setValue(input.entityStatus, 'entityStatus'),
    }),
    // Pausing spends nothing.
    isReviewed: ({ entityStatus }) => entityStatus !== 'PAUSED',
    payloadOf: ({ updateCampaign }) => updateCampaign,
    onEnd: ({ outcome }) => {
      if (outcome === 'UNKNOWN') lookAgain();
    },
  });
};

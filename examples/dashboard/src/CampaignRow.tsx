import { Suspense, useContext, useId, useState } from 'react';
import { fetchQuery, graphql, useFragment, useRelayEnvironment } from 'react-relay';
import type { CampaignRow_campaign$key } from './__generated__/CampaignRow_campaign.graphql.ts';
import type { CampaignRowQuery } from './__generated__/CampaignRowQuery.graphql.ts';
import type { CampaignRowStatusMutation } from './__generated__/CampaignRowStatusMutation.graphql.ts';
import { Amount } from './Amount.tsx';
import { Boundary } from './Boundary.tsx';
import { draftPlace } from './draft-line-item.ts';
import { Faults } from './Faults.tsx';
import { LineItems } from './LineItems.tsx';
import { CopyCampaign } from './launch/CopyCampaign.tsx';
import type { Ending } from './relay/attempt.ts';
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
  const { id, accountId, name, entityStatus, ...shown } = useFragment(
    graphql`
      fragment CampaignRow_campaign on Campaign {
        id
        accountId
        name
        entityStatus
        dailyBudget {
          ...Amount_money
        }
        totalBudget {
          ...Amount_money
        }
        fundingInstrument {
          description
        }
      }
    `,
    campaign,
  );
  const environment = useRelayEnvironment();
  const userId = useContext(UserId);
  const [isOpen, setOpen] = useState(() => draftPlace(userId, id).read() !== null);
  const lineItemsId = useId();

  const [verb, next] =
    entityStatus === 'ACTIVE' ? (['Pause', 'PAUSED'] as const) : (['Resume', 'ACTIVE'] as const);
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

  const write = useWrite<CampaignRowStatusMutation, Ending>({
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
    payloadOf: ({ updateCampaign }) => updateCampaign,
    onEnd: ({ outcome }) => {
      if (outcome === 'UNKNOWN') lookAgain();
    },
  });

  return (
    <li aria-label={name ?? id}>
      <label className="name">
        <input
          type="checkbox"
          checked={isChosen}
          onChange={(event) => onChoose(event.target.checked)}
        />
        {name}
      </label>
      <Status value={entityStatus} />
      <dl>
        <div>
          <dt>Daily</dt>
          <dd>
            <Amount money={shown.dailyBudget} />
          </dd>
        </div>
        <div>
          <dt>Total</dt>
          <dd>
            <Amount money={shown.totalBudget} />
          </dd>
        </div>
        <div>
          <dt>Paid by</dt>
          <dd>{shown.fundingInstrument?.description ?? '–'}</dd>
        </div>
      </dl>
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
        {isOpen && (
          <Boundary>
            {(attempt) => (
              <Suspense fallback={<p className="waiting">Reading the line items …</p>}>
                <LineItems accountId={accountId} campaignId={id} fetchKey={attempt} />
              </Suspense>
            )}
          </Boundary>
        )}
      </div>
    </li>
  );
};

import { graphql, useMutation, useRefetchableFragment } from 'react-relay';
import type { campaignRow_campaign$key } from '../built/relay/campaignRow_campaign.graphql.ts';
import type { campaignRowDeleteMutation } from '../built/relay/campaignRowDeleteMutation.graphql.ts';
import type { campaignRowPauseMutation } from '../built/relay/campaignRowPauseMutation.graphql.ts';
import type { campaignRowQuery } from '../built/relay/campaignRowQuery.graphql.ts';
import { accountId } from '../shared.ts';
import { LineItems } from './line-items.tsx';

interface Props {
  readonly campaign: campaignRow_campaign$key;
  /** The connection that the row stands in. */
  readonly list: string;
}

/** A campaign, and what can be done with it. */
export const CampaignRow = ({ campaign, list }: Props) => {
  const [data, refetch] = useRefetchableFragment<campaignRowQuery, campaignRow_campaign$key>(
    graphql`
      fragment campaignRow_campaign on Campaign @refetchable(queryName: "campaignRowQuery") {
        id
        name
        entityStatus
        ...lineItems_campaign
      }
    `,
    campaign,
  );
  const [pause] = useMutation<campaignRowPauseMutation>(graphql`
    mutation campaignRowPauseMutation($input: UpdateCampaignInput!) {
      updateCampaign(input: $input) {
        campaign {
          id
          entityStatus
        }
      }
    }
  `);
  const [remove] = useMutation<campaignRowDeleteMutation>(graphql`
    mutation campaignRowDeleteMutation($input: DeleteCampaignInput!, $lists: [ID!]!) {
      deleteCampaign(input: $input) {
        campaign {
          id @deleteEdge(connections: $lists)
        }
      }
    }
  `);
  const { id, name, entityStatus } = data;
  const input = { accountId, campaignId: id };
  const actions: Readonly<Record<string, () => unknown>> = {
    'Read again': () => refetch({}, { fetchPolicy: 'network-only' }),
    Pause: () =>
      pause({
        variables: { input: { ...input, entityStatus: 'PAUSED' } },
        optimisticResponse: { updateCampaign: { campaign: { id, entityStatus: 'PAUSED' } } },
      }),
    Delete: () => remove({ variables: { input, lists: [list] } }),
  };
  return (
    <li>
      <b>{name}</b> <i>{entityStatus}</i>
      {Object.entries(actions).map(([label, act]) => (
        <button key={label} type="button" onClick={act}>
          {label}
        </button>
      ))}
      <LineItems campaign={data} />
    </li>
  );
};

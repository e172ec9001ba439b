import type { IEnvironment } from 'relay-runtime';
import { ConnectionHandler, commitLocalUpdate, graphql, readInlineData } from 'relay-runtime';
import type { Ending } from '../relay/attempt.ts';
import type { LaunchCampaignMutation$data } from './__generated__/LaunchCampaignMutation.graphql.ts';
import type { launched_end$data, launched_end$key } from './__generated__/launched_end.graphql.ts';

type Payload = NonNullable<LaunchCampaignMutation$data['launchCampaign']>;
/** One write of a launch, and how it ended. */
export type Step = Payload['steps'][number];

/** How a launch ended, or a copy. */
export interface Launched extends Ending {
  readonly steps: readonly Step[];
  readonly campaign: launched_end$data['campaign'];
}

/** The payload of a launch or a copy, once its last part is there. */
export const launchedOf = (
  payload: launched_end$key & { readonly steps: readonly Step[] },
): Launched => {
  const end = readInlineData(
    graphql`
      fragment launched_end on LaunchPayload @inline {
        outcome
        errors {
          message
          argument
        }
        campaign {
          id
          name
          ...CampaignRow_campaign
        }
      }
    `,
    payload,
  );
  return { ...end, steps: payload.steps };
};

/**
 * Whether the same key goes on: something may be there, and something is missing. Where nothing was
 * made the form may change, and is another launch.
 */
export const goesOnAfter = ({ outcome, steps }: Launched): boolean =>
  outcome !== 'APPLIED' && steps.some((step) => ['APPLIED', 'UNKNOWN'].includes(step.outcome));

/** Shows the campaign of a launch as the first of a list, once. */
export const showFirst = (
  environment: IEnvironment,
  connection: string,
  ending: Launched | Ending,
): void => {
  const id = 'campaign' in ending ? ending.campaign?.id : null;
  if (!id) return;
  commitLocalUpdate(environment, (store) => {
    const [list, campaign] = [store.get(connection), store.get(id)];
    const edges = list?.getLinkedRecords('edges') ?? [];
    const isShown = edges.some((edge) => edge?.getLinkedRecord('node')?.getDataID() === id);
    if (!list || !campaign || isShown) return;
    const edge = ConnectionHandler.createEdge(store, list, campaign, 'CampaignEdge');
    ConnectionHandler.insertEdgeBefore(list, edge);
  });
};

import { graphql, readInlineData } from 'relay-runtime';
import type { Ending } from '../relay/fault.ts';
import type { LaunchCampaignMutation$data } from './__generated__/LaunchCampaignMutation.graphql.ts';
import type { launched_end$data, launched_end$key } from './__generated__/launched_end.graphql.ts';

type Payload = NonNullable<LaunchCampaignMutation$data['launchCampaign']>;
/** One write of a launch, and its outcome. */
export type Step = Payload['steps'][number];

/** The outcome of a launch or a copy. */
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

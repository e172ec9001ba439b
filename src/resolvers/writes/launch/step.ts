import type { Endpoint } from '../../../upstream/catalogue/language/endpoint.ts';
import type { LaunchMade, StepEnd } from './made.ts';
import type { StepSender } from './step-sending.ts';

/** The kinds of steps, with their descriptions. */
export const stepKinds = {
  CAMPAIGN: 'Creates the campaign, PAUSED.',
  LINE_ITEMS: 'Creates up to 40 line items, PAUSED.',
  TARGETING: 'Adds up to 500 targeting criteria, of one or more line items.',
  PROMOTED_TWEETS: 'Promotes up to 50 posts in one line item.',
  PROMOTED_ACCOUNT: 'Promotes a user in one line item.',
  MEDIA_CREATIVES: 'Shows one piece of account media in one line item.',
  CALL_TO_ACTION: 'Gives the preroll ads of one line item a button.',
  TRACKING_TAGS: 'Adds one tracking tag to one line item.',
  CURATED_CATEGORY: 'Lets one line item serve in a curated category.',
  SCHEDULED_PROMOTED_TWEETS: 'Lets one line item promote a scheduled post once it is published.',
  PLATFORMS:
    'For a copy only: deletes up to 500 criteria of app platforms that the API added and the original lacks.',
  ACTIVATE_LINE_ITEMS: 'Activates up to 40 line items.',
  ACTIVATE_CAMPAIGN: 'Activates the campaign, after everything else.',
} as const;
export type StepKind = keyof typeof stepKinds;

/** One upstream write of a launch. */
export interface LaunchStep {
  readonly kind: StepKind;
  readonly endpoint: Endpoint;
  /** The number of rows that the step makes or changes. */
  readonly items: number;
  /** The index of the line item; null if the step is about several, or about none. */
  readonly lineItem: number | null;
  /** True if the launch continues when the API refuses the step. It then activates nothing. */
  readonly isOptional?: boolean;
  /** True if the step makes rows ACTIVE. */
  readonly activates?: true;
  /** Sends the step, and adds the rows that it made to `made`. */
  readonly send: (made: LaunchMade, by: StepSender) => Promise<StepEnd>;
}

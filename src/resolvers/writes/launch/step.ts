import type {
  Endpoint,
  InputOf,
  OperationType,
} from '../../../upstream/catalogue/language/endpoint.ts';
import type { Values } from '../../../upstream/catalogue/language/values.ts';
import type { LoadContext } from '../../field.ts';
import { createFaults, type Payload, type WriteError } from '../../write-errors.ts';
import type { StepRules, WriteDraft } from '../../write-request.ts';
import { sendBatch } from '../batch.ts';
import { type BatchEndpoint, batchInput, type Item } from '../batch-items.ts';
import type { ItemResult } from '../items.ts';
import { sendWhole } from '../write.ts';
import type { LaunchMade, StepEnd } from './made.ts';

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

/** The context in which a step is sent. */
export interface StepSender {
  readonly asking: LoadContext;
  readonly key: string;
  readonly rules: StepRules;
}

/** The error without an argument, for errors about nothing in the input. */
export const withoutArgument = ({ argument: _, ...others }: WriteError): WriteError => others;

/**
 * Moves the argument of an error below `at`: `input.name` to `input.campaign.name`. Without `at`
 * the argument is removed, because the error is about nothing in the input.
 */
export const argumentBelow =
  (at: string | null, pattern: RegExp) =>
  (error: WriteError): WriteError => {
    const [, inside] = pattern.exec(error.argument ?? '') ?? [];
    return at === null || inside === undefined
      ? withoutArgument(error)
      : { ...error, argument: `${at}${inside}` };
  };

/** The argument of a write of one row. */
export const whole = /^input(\..*)$/;
/** The argument of an item of a batch. */
const item = /^input\.operations\[\d+\]\.\w+(.*)$/;

/** A write as a step of a launch. */
const draftOf = (
  endpoint: Endpoint,
  input: Values,
  { asking, key, rules }: StepSender,
): WriteDraft => ({
  endpoint,
  input: input as InputOf<Endpoint>,
  key,
  step: rules,
  faults: createFaults({}, asking.context),
});

/** Sends a write of a whole input as a step. */
export const sendRows = (endpoint: Endpoint, input: Values, by: StepSender): Promise<Payload> =>
  sendWhole(draftOf(endpoint, input, by), by.asking);

/** The sender with additional rules. */
export const ruled = (by: StepSender, more: Partial<StepRules>): StepSender => ({
  ...by,
  rules: { ...by.rules, ...more },
});

/** An item of a batch, and the argument for its errors. */
interface StepItem {
  readonly params: Values;
  readonly at: string | null;
}

/** A batch of a launch. */
interface StepBatch {
  readonly endpoint: BatchEndpoint;
  readonly kind: OperationType;
  readonly accountId: string;
  readonly items: readonly StepItem[];
}

/** Sends a batch of one kind of operations, with the errors of its items at their arguments. */
export const sendItems = async (
  { endpoint, kind, accountId, items: stepItems }: StepBatch,
  by: StepSender,
): Promise<StepEnd & { readonly results: readonly ItemResult[] }> => {
  const operation = endpoint.operations[kind];
  if (operation === undefined) throw new TypeError(`${endpoint.name} has no ${kind}`);
  const items = stepItems.map(({ params }): Item => ({ operation_type: kind, params, operation }));
  const faults = createFaults({}, by.asking.context);
  const input = batchInput(endpoint, { account_id: accountId }, { items, faults });
  const draft = { ...draftOf(endpoint, input, by), faults, items };
  const { outcome, errors, results } = await sendBatch(draft, by.asking);
  const own = results.map((result, index) => ({
    ...result,
    errors: result.errors.map(argumentBelow(stepItems[index]?.at ?? null, item)),
  }));
  // Without the new row, the following steps would have no parent.
  const isLost = kind === 'Create' && outcome === 'APPLIED' && own.some(({ row }) => row === null);
  return {
    outcome: isLost ? 'UNKNOWN' : outcome,
    errors: [...errors.map(withoutArgument), ...own.flatMap((result) => result.errors)],
    results: own,
  };
};

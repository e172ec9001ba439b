import type {
  Endpoint,
  InputOf,
  OperationType,
} from '../../../upstream/catalogue/language/endpoint.ts';
import type { Values } from '../../../upstream/catalogue/language/values.ts';
import { createFaults } from '../../faults.ts';
import type { LoadContext } from '../../field.ts';
import type { WriteError } from '../../write-errors.ts';
import type { StepRules, WriteDraft } from '../../write-request.ts';
import { sendBatch } from '../batch.ts';
import { batchInput, type Item } from '../batch-item.ts';
import type { ItemResult } from '../items.ts';
import type { CampaignTree } from './children.ts';
import type { StepEnd } from './made.ts';

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
export const sendingOf = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { asking, key, rules }: StepSender,
): WriteDraft<E> => ({
  ...{ endpoint, input, key, step: rules },
  faults: createFaults({}, asking.context),
});

/** The sender with additional rules. */
export const ruled = (by: StepSender, more: Partial<StepRules>): StepSender => ({
  ...by,
  rules: { ...by.rules, ...more },
});

/**
 * The sender of rows that a copy may lack: a refusal is kept for the key, and the launch continues.
 */
export const refusable = ({ isCopied }: CampaignTree, by: StepSender): StepSender =>
  isCopied ? ruled(by, { keepsRefusal: true }) : by;

/** An item of a batch, and the argument for its errors. */
interface StepItem {
  readonly params: Values;
  readonly at: string | null;
}

type BatchEndpoint = Endpoint & { readonly operations: NonNullable<Endpoint['operations']> };

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
  const sending = sendingOf<Endpoint>(endpoint, input as InputOf<Endpoint>, by);
  const { outcome, errors, results } = await sendBatch({ ...sending, faults, items }, by.asking);
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

import { lineItems } from '../../../upstream/catalogue/areas/line-items.ts';
import type { Endpoint } from '../../../upstream/catalogue/language/endpoint.ts';
import type { Entity } from '../../../upstream/catalogue/language/entity.ts';
import { snakeCase } from '../../../upstream/catalogue/names.ts';
import { asSentence } from '../../../upstream/client/errors.ts';
import { idOf, type Row } from '../../../upstream/client/row.ts';
import type { WriteError } from '../../write-errors.ts';
import type { CampaignTree } from './children.ts';
import type { LaunchStep, StepKind } from './step.ts';

/** An omission of a copy, and the kind of the step that would have made the missing row. */
export interface Lack {
  readonly step: StepKind;
  /** The index of the line item; null for the campaign. */
  readonly lineItem: number | null;
  readonly error: WriteError;
}

/**
 * The errors of each step about omissions of a copy. If no step makes such rows, the errors are at
 * the step that makes their line item.
 */
export const lacksByStep = (
  steps: readonly LaunchStep[],
  lacks: readonly Lack[],
): readonly (readonly WriteError[])[] => {
  const errorsOfSteps = steps.map((): WriteError[] => []);
  for (const { step, lineItem, error } of lacks) {
    const own = steps.findIndex(
      (one) => one.kind === step && (one.lineItem ?? lineItem) === lineItem,
    );
    const nth = Math.floor((lineItem ?? 0) / maxPerStep);
    const made = steps.findIndex(({ kind }) => kind === 'LINE_ITEMS') + nth;
    errorsOfSteps[own < 0 || step === 'LINE_ITEMS' ? made : own]?.push(error);
  }
  return errorsOfSteps;
};

const maxPerStep = lineItems.batchLineItems.maxOperations;

/** The name of a row for people: `line item Spring`. */
export const named = (noun: string, row: Row): string => `${noun} ${row['name'] ?? idOf(row)}`;

/** The noun for rows of an entity: `tracking tag`. */
export const nounOf = (entity: Entity | null): string =>
  snakeCase(entity?.name ?? 'row').replaceAll('_', ' ');

/** The sentence about an omission of a copy, with its reason. */
export const lackOf = (of: string, what: string, why: string): string =>
  `The copy of ${of} lacks ${what}: ${asSentence(why)}`;

/** Converts the API's refusal of a child of a line item to an omission of the copy. */
export const lackedIn =
  ({ lineItems }: CampaignTree, lineItem: number, creation: Endpoint) =>
  ({ argument: _, ...error }: WriteError): WriteError => {
    const { name = lineItem + 1 } = lineItems[lineItem]?.values ?? {};
    const message = lackOf(`line item ${name}`, `a ${nounOf(creation.returns.of)}`, error.message);
    return { ...error, message };
  };

/** The error about an incomplete copy that is not activated. */
export const notActivated: WriteError = {
  code: 'BAD_USER_INPUT',
  reason: 'NOT_ALLOWED',
  argument: 'input.activate',
  message: 'Nothing in the copy is activated, because it lacks a part of the original.',
};

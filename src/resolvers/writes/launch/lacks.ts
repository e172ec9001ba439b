import { lineItems } from '../../../upstream/catalogue/areas/line-items.ts';
import type { Endpoint } from '../../../upstream/catalogue/language/endpoint.ts';
import type { Entity } from '../../../upstream/catalogue/language/entity.ts';
import { snakeCase } from '../../../upstream/catalogue/names.ts';
import { asSentence } from '../../../upstream/client/errors.ts';
import { idOf, type Row } from '../../../upstream/client/row.ts';
import type { WriteError } from '../../write-errors.ts';
import type { LaunchStep, StepKind } from './step.ts';
import type { CampaignTree } from './tree.ts';

/** What a copy lacks, and the kind of the step that would have made it. */
export interface Lack {
  readonly step: StepKind;
  /** The index of its line item; null if it is about the campaign. */
  readonly lineItem: number | null;
  readonly error: WriteError;
}

/**
 * The errors of each step about what a copy lacks. If no step makes such things, they stand at the
 * step that makes their line item.
 */
export const lacksByStep = (
  steps: readonly LaunchStep[],
  lacks: readonly Lack[],
): readonly (readonly WriteError[])[] => {
  const found = steps.map((): WriteError[] => []);
  for (const { step, lineItem, error } of lacks) {
    const own = steps.findIndex(
      (one) => one.kind === step && (one.lineItem ?? lineItem) === lineItem,
    );
    const nth = Math.floor((lineItem ?? 0) / maxPerStep);
    const made = steps.findIndex(({ kind }) => kind === 'LINE_ITEMS') + nth;
    found[own < 0 || step === 'LINE_ITEMS' ? made : own]?.push(error);
  }
  return found;
};

const maxPerStep = lineItems.batchLineItems.maxOperations;

/** A row for people to read: `line item Spring`. */
export const named = (noun: string, row: Row): string => `${noun} ${row['name'] ?? idOf(row)}`;

/** What a row is, for people to read: `tracking tag`. */
export const nounOf = (entity: Entity | null): string =>
  snakeCase(entity?.name ?? 'row').replaceAll('_', ' ');

/** The sentence that says what a copy lacks, and why. */
export const lackOf = (of: string, what: string, why: string): string =>
  `The copy of ${of} lacks ${what}: ${asSentence(why)}`;

/** The API's refusal of a child of a line item, as what the copy lacks. */
export const lackedIn =
  ({ lineItems }: CampaignTree, lineItem: number, creation: Endpoint) =>
  ({ argument: _, ...error }: WriteError): WriteError => {
    const { name = lineItem + 1 } = lineItems[lineItem]?.values ?? {};
    const message = lackOf(`line item ${name}`, `a ${nounOf(creation.returns.of)}`, error.message);
    return { ...error, message };
  };

/** Why a copy that lacks something is not activated. */
export const notActivated: WriteError = {
  code: 'BAD_USER_INPUT',
  reason: 'NOT_ALLOWED',
  argument: 'input.activate',
  message: 'Nothing of the copy becomes active, because it lacks a part of the original.',
};

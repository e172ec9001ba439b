import type { Endpoint } from '../../../upstream/catalogue/language/endpoint.ts';
import type { Entity } from '../../../upstream/catalogue/language/entity.ts';
import { snakeCase } from '../../../upstream/catalogue/names.ts';
import { asSentence } from '../../../upstream/client/errors.ts';
import { idOf, type Row } from '../../../upstream/client/row.ts';
import type { WriteError } from '../write-errors.ts';
import type { CampaignTree } from './tree.ts';

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

import type { Effect } from './effects.ts';
import type { KnownEffect } from './known.ts';

/** Whether an effect makes something ACTIVE, as far as its own values tell. */
export const mayActivate = ({ kind, entity, fields, sent }: Effect): boolean => {
  if (kind === 'Delete') return false;
  if (entity.name === 'PromotedTweet') return true;
  const { entity_status: param } = fields;
  if (param === undefined || !('entity_status' in entity.columns)) return false;
  const initial = kind === 'Create' && 'default' in param ? param.default : undefined;
  return (sent['entity_status'] ?? initial) === 'ACTIVE';
};

/**
 * Whether an effect makes something ACTIVE that was not: a campaign or line item, also one that the
 * API creates ACTIVE because no state was given; or a post promoted in an ACTIVE line item.
 */
export const activates = (effect: KnownEffect): boolean => {
  const { entity, parent, before } = effect;
  if (!mayActivate(effect)) return false;
  if (entity.name === 'PromotedTweet') return parent?.['entity_status'] === 'ACTIVE';
  return before?.['entity_status'] !== 'ACTIVE';
};

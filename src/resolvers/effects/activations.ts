import type { KnownEffect } from './known.ts';

/**
 * Whether an effect makes something ACTIVE that was not: a campaign or line item, also one that the
 * API creates ACTIVE because no state was given; or a post promoted in an ACTIVE line item.
 */
export const activates = ({ kind, entity, fields, sent, before, parent }: KnownEffect): boolean => {
  if (kind === 'Delete') return false;
  if (entity.name === 'PromotedTweet') return parent?.['entity_status'] === 'ACTIVE';
  const { entity_status: param } = fields;
  if (param === undefined || !('entity_status' in entity.columns)) return false;
  const initial = kind === 'Create' && 'default' in param ? param.default : undefined;
  return (sent['entity_status'] ?? initial) === 'ACTIVE' && before?.['entity_status'] !== 'ACTIVE';
};

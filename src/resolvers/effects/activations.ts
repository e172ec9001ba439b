import { isDeepStrictEqual } from 'node:util';
import type { Effect } from './effects.ts';
import type { KnownEffect } from './known.ts';

/** True if an effect makes a row ACTIVE, as far as its own values show. */
export const mayActivate = ({ kind, entity, fields, sent }: Effect): boolean => {
  if (kind === 'Delete') return false;
  if (entity.serves) return kind === 'Create';
  const { entity_status: param } = fields;
  if (param === undefined || !('entity_status' in entity.columns)) return false;
  const initial = kind === 'Create' && 'default' in param ? param.default : undefined;
  return (sent['entity_status'] ?? initial) === 'ACTIVE';
};

/**
 * True if an effect makes a row ACTIVE that was not: a campaign or line item, also one that the API
 * creates ACTIVE by default; or a row that begins to serve in an ACTIVE line item.
 */
export const activates = (effect: KnownEffect): boolean => {
  const { entity, parent, before } = effect;
  if (!mayActivate(effect)) return false;
  return entity.serves ? isActive(parent) : !isActive(before);
};

/** True if an effect changes what an ACTIVE row buys. */
export const changesPurchase = ({ entity, kind, parent, before, sent }: KnownEffect): boolean => {
  if (entity.targets) return isActive(parent);
  if (kind !== 'Update' || !isActive(before)) return false;
  return entity.buying.some((column) => {
    const [from, to] = [before?.[column], sent[column]];
    if (to === undefined || isDeepStrictEqual(from, to)) return false;
    const moves = Date.parse(String(to)) - Date.parse(String(from));
    return column !== 'start_time' || !(moves >= 0);
  });
};

const isActive = (row: KnownEffect['before']): boolean => row?.['entity_status'] === 'ACTIVE';

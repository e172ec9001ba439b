import type { EntityRules, Handler } from '../scope.ts';
import * as areas from './areas.ts';

/** The behaviour of an area that is not generic. */
interface Behaviour {
  readonly handlers?: Readonly<Record<string, Handler>>;
  readonly rules?: Readonly<Record<string, EntityRules>>;
}

const behaviourOfAreas: readonly Behaviour[] = Object.values(areas);

/** The handlers of the endpoints that are not generic, by the name of the endpoint. */
export const behaviours: Readonly<Record<string, Handler>> = Object.freeze(
  Object.assign({}, ...behaviourOfAreas.map(({ handlers }) => handlers)),
);

/** The rules of the rows of an entity, by its name. */
export const rules: Readonly<Record<string, EntityRules>> = Object.freeze(
  Object.assign({}, ...behaviourOfAreas.map((area) => area.rules)),
);

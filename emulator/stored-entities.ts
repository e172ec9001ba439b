import { endpoints } from '../src/upstream/catalogue/index.ts';
import type { Entity } from '../src/upstream/catalogue/language/entity.ts';
import { identifiers, isIdentifier } from '../src/upstream/catalogue/language/identifiers.ts';
import { type Fields, type Param, text } from '../src/upstream/catalogue/language/params.ts';

const answered = endpoints.flatMap(({ returns: { of, kinds = [] } }) => [
  ...(of === null ? [] : [of]),
  ...kinds.map((kind) => kind.of),
]);

/** An entity whose rows have a key. Each of its ids has a known format, or is any text. */
export type StoredEntity = Entity & { readonly key: string };

const ownIdentifier = (entity: string): string =>
  Object.entries(identifiers).find(([, { of }]) => of === entity)?.[0] ?? 'id';

const withFormat = (name: string, param: Param): Param => {
  if (param.kind === 'list') return { ...param, of: withFormat(name, param.of) };
  if (param.kind !== 'id') return param;
  return isIdentifier(name) ? { ...param, as: name } : text(param.doc);
};

const columnsOf = ({ name: entity, columns }: Entity): Fields =>
  Object.fromEntries(
    Object.entries(columns).map(([name, column]) => {
      const of = column.kind === 'list' ? column.of : column;
      const written = of.kind === 'id' ? (of.as ?? name) : name;
      return [name, withFormat(written === 'id' ? ownIdentifier(entity) : written, column)];
    }),
  );

/** The entities that have rows with a key; figures and values without identity have none. */
export const storedEntities: ReadonlyMap<string, StoredEntity> = new Map(
  answered.flatMap(({ key, ...entity }) =>
    key === null || entity.isFigures
      ? []
      : [[entity.name, { ...entity, key, columns: columnsOf({ ...entity, key }) }] as const],
  ),
);

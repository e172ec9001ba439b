import { TypeNameMetaFieldDef } from 'graphql';
import type { FieldFacts, Selection } from '../../resolvers/field.ts';
import { endpoints } from '../../upstream/catalogue/index.ts';

/** The names of the endpoints for reference data, which all requests share. */
export const referenceEndpoints: ReadonlySet<string> = new Set(
  endpoints.filter((endpoint) => endpoint.isReference).map(({ name }) => name),
);

/** True if a root selection reads only reference data, so that its answer can be cached. */
export const readsOnlyReferenceData = ({ fields }: Selection): boolean =>
  fields.every(
    ({ definition, facts }) => definition === TypeNameMetaFieldDef || readsReference(facts),
  ) && fields.every(({ below }) => [...below.values()].every(isReferenceOnly(new Set())));

const readsReference = ({ cost }: FieldFacts): boolean =>
  cost !== undefined && referenceEndpoints.has(cost.asks);

// Fields with a load but without a cost take their value from a row that was read for their parent.
const isReferenceOnly =
  (seen: Set<Selection>) =>
  (selection: Selection): boolean => {
    if (seen.has(selection)) return true;
    seen.add(selection);
    return selection.fields.every(
      ({ facts, below }) =>
        (facts.cost === undefined || readsReference(facts)) &&
        [...below.values()].every(isReferenceOnly(seen)),
    );
  };

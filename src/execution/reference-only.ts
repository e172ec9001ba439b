import { TypeNameMetaFieldDef } from 'graphql';
import type { FieldFacts, Selection } from '../resolvers/field.ts';
import { endpoints } from '../upstream/catalogue/index.ts';

const isReference: ReadonlySet<string> = new Set(
  endpoints.filter((endpoint) => endpoint.isReference).map(({ name }) => name),
);

/** True where every field of the root reads reference data, and nothing below reads anything else. */
export const readsOnlyReferenceData = ({ fields }: Selection): boolean =>
  fields.every(({ definition, facts }) => definition === TypeNameMetaFieldDef || asks(facts)) &&
  fields.every(({ below }) => [...below.values()].every(loadsReferenceAlone(new Set())));

const asks = ({ cost }: FieldFacts): boolean => cost !== undefined && isReference.has(cost.asks);

// Fields with a load and no cost are served from what their parent was read with.
const loadsReferenceAlone =
  (seen: Set<Selection>) =>
  (selection: Selection): boolean => {
    if (seen.has(selection)) return true;
    seen.add(selection);
    return selection.fields.every(
      ({ facts, below }) =>
        (facts.cost === undefined || asks(facts)) &&
        [...below.values()].every(loadsReferenceAlone(seen)),
    );
  };

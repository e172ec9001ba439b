import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { OperationTypeNode, TypeNameMetaFieldDef } from 'graphql';
import { LRUCache } from 'lru-cache';
import { refusal } from '../../errors/errors.ts';
import type { FieldFacts, Selection, VariableValues } from '../../resolvers/field.ts';
import { selectRoot } from '../../resolvers/selection.ts';
import { endpoints } from '../../upstream/catalogue/index.ts';
import { getOrMake } from '../../upstream/catalogue/memoize.ts';
import type { DocumentLimits, Fragments } from './measure.ts';
import type { Coerce } from './variables.ts';

/**
 * A prepared document: everything that does not depend on a request. Costs, execution and errors
 * read the plan instead of the document.
 */
export interface Plan {
  readonly schema: GraphQLSchema;
  /** The document as it was sent, without tokens and source text. */
  readonly document: DocumentNode;
  readonly name: string | null;
  readonly isMutation: boolean;
  readonly coerce: Coerce;
  /** The root selection. `inParts` is true if the client accepts an answer in parts. */
  readonly selectionFor: (variables: VariableValues, inParts: boolean) => Selection;
  readonly limits: DocumentLimits;
  /** The estimated size in memory. */
  readonly bytes: number;
}

/** A validated operation. */
interface OperationSource {
  readonly schema: GraphQLSchema;
  readonly node: OperationDefinitionNode;
  readonly fragments: Fragments;
  /** Variables in conditions: `@skip`, `@include`, and `if` of `@defer` and `@stream`. */
  readonly conditions: readonly string[];
  /** True if the document has `@defer` or `@stream`. */
  readonly isIncremental: boolean;
}

// The estimated size of a selected field, with its key, positions and arguments.
const bytesPerField = 600;
// Measured for parsed documents without tokens.
const bytesPerCharacter = 40;
const maxVariants = 8;

/**
 * Selects the fields of an operation. A document with conditions gets a selection for each
 * combination of their values: with `@skip(if: $a)` there are two. The last `maxVariants` of them
 * are kept. `bytes` is the estimated size in memory.
 */
export const planSelections = (
  operation: OperationSource,
): Pick<Plan, 'selectionFor'> & { readonly bytes: number } => {
  const { conditions, isIncremental } = operation;
  const { start = 0, end = 0 } = operation.node.loc ?? {};
  const documentBytes = bytesPerCharacter * (end - start);
  if (conditions.length === 0 && !isIncremental) {
    const { selection, built } = select(operation, {}, false);
    return { selectionFor: () => selection, bytes: built * bytesPerField + documentBytes };
  }
  // Conditions decide which fields are merged, their order, and which columns are read for them.
  // With a selection for each combination nothing has to check a condition later.
  const variants = new LRUCache<string, Selection>({ max: maxVariants });
  const selectionFor = (variables: VariableValues, inParts: boolean): Selection => {
    const isDivided = inParts && isIncremental;
    const key = [isDivided, ...conditions.map((name) => variables[name] === true)]
      .map(Number)
      .join('');
    return getOrMake(variants, key, () => select(operation, variables, isDivided).selection);
  };
  return { selectionFor, bytes: maxVariants * documentBytes };
};

const select = (
  { schema, node, fragments }: OperationSource,
  variables: VariableValues,
  isIncremental: boolean,
) => {
  const root = schema.getRootType(node.operation);
  if (!root) throw refusal('GRAPHQL_VALIDATION_FAILED', `This schema has no ${node.operation}.`);
  const source = { schema, fragments, variables };
  const selected = selectRoot({ ...source, isIncremental }, root, node.selectionSet);
  if (!isIncremental || mayComeInParts(node, selected.selection)) return selected;
  return selectRoot({ ...source, isIncremental: false }, root, node.selectionSet);
};

// Several writes run one after another, so no part of them can come later.
const mayComeInParts = (
  { operation }: OperationDefinitionNode,
  { fields, deferred }: Selection,
): boolean =>
  operation !== OperationTypeNode.MUTATION || (fields.length === 1 && deferred.length === 0);

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

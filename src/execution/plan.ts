import type { GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { refusal } from '../errors.ts';
import type { Selection, Variables } from '../resolvers/field.ts';
import { selectRoot } from '../resolvers/selection.ts';
import type { DocumentLimits } from './limits.ts';
import type { Fragments } from './measure.ts';
import type { Coerce } from './variables.ts';

/** What a document means, as far as no request is needed to know: everything after it reads the plan, not the document. */
export interface Plan {
  readonly schema: GraphQLSchema;
  readonly name: string | null;
  readonly isMutation: boolean;
  readonly coerce: Coerce;
  /** What is selected when the conditions turn out as these variables have it; in parts where the client takes parts. */
  readonly selectionFor: (variables: Variables, inParts: boolean) => Selection;
  readonly limits: DocumentLimits;
  /** About what it holds in memory. */
  readonly bytes: number;
}

/** A validated operation and what its plan is made with. */
export interface Operation {
  readonly schema: GraphQLSchema;
  readonly node: OperationDefinitionNode;
  readonly fragments: Fragments;
  /** The variables that decide whether fields are included. */
  readonly conditions: readonly string[];
  /** Whether parts of its answer may come later. */
  readonly isIncremental: boolean;
}

// What a selected field weighs with its definition's place, key, positions and arguments.
const bytesPerField = 600;
// A document with conditions is kept, for the ways in which they can turn out. Measured on parsed text without tokens.
const bytesPerCharacter = 40;
const maxVariants = 8;

/** What an operation selects, and about what that weighs. */
export const planSelections = (
  operation: Operation,
): Pick<Plan, 'selectionFor'> & { readonly bytes: number } => {
  const { conditions, isIncremental } = operation;
  if (conditions.length === 0 && !isIncremental) {
    const { selection, built } = select(operation, {}, false);
    return { selectionFor: () => selection, bytes: built * bytesPerField };
  }
  // Fields with conditions are merged, ordered and needed in other ways each time they turn out otherwise, so each way is a
  // selection of its own in which nothing depends on anything any more.
  const variants = new LRUCache<string, Selection>({ max: maxVariants });
  const selectionFor = (variables: Variables, inParts: boolean): Selection => {
    const isApart = inParts && isIncremental;
    const key = [isApart, ...conditions.map((name) => variables[name] === true)]
      .map(Number)
      .join('');
    const selection = variants.get(key) ?? select(operation, variables, isApart).selection;
    variants.set(key, selection);
    return selection;
  };
  const { start = 0, end = 0 } = operation.node.loc ?? {};
  return {
    selectionFor,
    bytes: maxVariants * bytesPerCharacter * (end - start),
  };
};

const select = (
  { schema, node, fragments }: Operation,
  variables: Variables,
  isIncremental: boolean,
) => {
  const root = schema.getRootType(node.operation);
  if (!root) throw refusal('GRAPHQL_VALIDATION_FAILED', `This schema has no ${node.operation}.`);
  return selectRoot({ schema, fragments, variables, isIncremental }, root, node.selectionSet);
};

import type {
  DocumentNode,
  ExecutionResult,
  FragmentDefinitionNode,
  GraphQLSchema,
  OperationDefinitionNode,
  ValueNode,
} from 'graphql';
import { BREAK, execute, Kind, OperationTypeNode, visit } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Context } from '../context.ts';
import { isIntrospection, reachedBy, responseKey } from './document.ts';
import { rewrite } from './rewrite.ts';
import type { Twin } from './twin.ts';

type Values = Readonly<Record<string, unknown>>;
type MaybePromise<T> = T | Promise<T>;

/** Answers an operation. `raw` are the variables as they came, `values` as they were coerced. */
export type Execute = (
  context: Context,
  variables: { readonly raw: Values; readonly values: Values },
) => MaybePromise<ExecutionResult>;

/** A checked operation and where it stands. */
export interface Checked {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** The number of its fields with fragments expanded. */
  readonly fields: number;
  /** Whether fields are written in several places that do not all count always. */
  readonly isMixed: boolean;
}

// Program text grows with every field; beyond this, compiling costs more than it will ever save.
const maxCompiledFields = 500;

/** The ordinary executor of graphql-js. */
export const interpreted =
  ({ schema, document, operation }: Checked): Execute =>
  (contextValue, { raw }) =>
    execute({
      schema,
      document,
      contextValue,
      variableValues: raw,
      operationName: operation.name?.value,
    });

/** The compiled form of a query, or null where graphql-jit would answer otherwise than graphql-js. */
export const compiled = (checked: Checked, twin: Twin): Execute | null => {
  if (!isCompilable(checked)) return null;
  const { document, constants } = rewrite(checked, twin);
  const compilation = compileQuery(twin.schema, document, undefined, {
    disableLeafSerialization: true,
    disablingCapturingStackErrors: true,
    customJSONSerializer: false,
  });
  if (!isCompiledQuery(compilation)) return null;
  return (context, { values }) =>
    compilation.query(undefined, context, { ...constants, ...values });
};

const isCompilable = ({ operation, fragments, fields, isMixed }: Checked): boolean => {
  // The compiler keeps one condition for a field, whatever the conditions of the places that it is written in.
  if (isMixed || fields > maxCompiledFields) return false;
  if (operation.operation !== OperationTypeNode.QUERY) return false;
  return reachedBy(operation, fragments).every((definition) => {
    let compilable = true;
    const stop = (): typeof BREAK => {
      compilable = false;
      return BREAK;
    };
    visit(definition, {
      Field: (field) =>
        isIntrospection(field) || isInherited(responseKey(field)) ? stop() : undefined,
      Variable: ({ name }) => (isInherited(name.value) ? stop() : undefined),
      Directive: ({ name }) => (conditions.has(name.value) ? undefined : stop()),
      Argument: ({ name, value }) =>
        (value.kind === Kind.OBJECT && name.value !== 'orderBy') || holdsVariable(value)
          ? stop()
          : undefined,
    });
    return compilable;
  });
};

const conditions = new Set(['skip', 'include']);

// The compiler writes object literals, where such a key would be a prototype or something inherited.
const isInherited = (key: string): boolean => key in Object.prototype;

// Inside an object or list an absent variable is left out by graphql-js and null for the compiler.
const holdsVariable = (value: ValueNode): boolean => {
  if (value.kind === Kind.LIST) return value.values.some(isOrHoldsVariable);
  if (value.kind === Kind.OBJECT)
    return value.fields.some((field) => isOrHoldsVariable(field.value));
  return false;
};

const isOrHoldsVariable = (value: ValueNode): boolean =>
  value.kind === Kind.VARIABLE || holdsVariable(value);

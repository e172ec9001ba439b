import type {
  FieldNode,
  FragmentDefinitionNode,
  GraphQLError,
  GraphQLFormattedError,
  OperationDefinitionNode,
  SelectionNode,
  SelectionSetNode,
} from 'graphql';
import { Kind, OperationTypeNode, SchemaMetaFieldDef, TypeMetaFieldDef } from 'graphql';
import type { Code } from '../../errors/codes.ts';
import { refusal } from '../../errors/errors.ts';
import { deferDirective } from '../../resolvers/incremental-directives.ts';

/** The limits of an operation (`LIMIT_TOKENS` and so on), as their names say. */
export interface DocumentLimits {
  readonly tokens: number;
  readonly depth: number;
  readonly aliases: number;
  readonly rootFields: number;
  readonly mutations: number;
  readonly directives: number;
  readonly fields: number;
  readonly objects: number;
  readonly values: number;
  readonly calls: number;
  readonly answerBytes: number;
  readonly filterRows: number;
}

/**
 * The cost of an operation. `objects` is the largest number of rows in the answer. `values` is the
 * largest number of fields that are written for them, deferred fragments included. `calls` is the
 * least number of upstream calls when all lists are full.
 *
 * `{ account(id: "a") { campaigns(first: 20) { nodes { name lineItems(first: 10) { nodes { id } } }
 * } } }` has 1 account, 20 campaigns and 200 line items: 221 objects. It writes `campaigns` once,
 * `nodes`, and for each campaign `name`, `lineItems` and its `nodes`, and an `id` for each line
 * item. The line items of up to 200 campaigns are one call, and no row of the account is read: 2
 * calls. `field` is `lineItems`, which has the most objects; null if no field has any.
 */
export interface Cost {
  readonly objects: number;
  readonly calls: number;
  readonly values: number;
  readonly field: string | null;
}

/** Throws COST_LIMIT_EXCEEDED if the cost is above a limit. */
export const refuseCost = (cost: Cost, limits: DocumentLimits): void => {
  const { objects, calls, values } = cost;
  if (objects <= limits.objects && calls <= limits.calls && values <= limits.values) return;
  throw costError(cost, limits);
};

const costError = (cost: Cost, limits: DocumentLimits): GraphQLError => {
  const excesses = [
    cost.objects > limits.objects &&
      `can return ${cost.objects} objects (LIMIT_OBJECTS is ${limits.objects})`,
    cost.calls > limits.calls &&
      `needs at least ${cost.calls} upstream calls if every list is full (LIMIT_CALLS is ${limits.calls})`,
    cost.values > limits.values &&
      `can return ${cost.values} values (LIMIT_VALUES is ${limits.values})`,
  ].filter((one) => one !== false);
  return refusal(
    'COST_LIMIT_EXCEEDED',
    `The operation ${excesses.join(' and ')}.${cost.field === null ? '' : ` Most objects are of ${cost.field}.`} Use a smaller first, fewer levels or fewer fields.`,
    { extensions: { cost } },
  );
};

/** The error that replaces an answer longer than LIMIT_ANSWER_BYTES. */
export const answerTooLong = (limit: number): GraphQLFormattedError => ({
  message: `The response is larger than ${limit} bytes (LIMIT_ANSWER_BYTES). Use a smaller first, or fewer fields.`,
  extensions: { code: 'COST_LIMIT_EXCEEDED' },
});

/** The fragments of a document by name. */
export type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

/**
 * The number of fields and of deferred fragments, and the number of levels of fields. All fragments
 * are expanded, and `@skip` and `@include` are ignored.
 */
interface DocumentSize {
  fields: number;
  depth: number;
}

/**
 * Throws a coded error if an operation has more levels, fields, aliases or root fields than the
 * limits allow. For example, `{ a { ...F } b { ...F } } fragment F on T { c d }` has 6 fields, 2
 * levels and 2 root fields.
 *
 * Fragments are not expanded to be counted. Each is measured once, so the time is linear in the
 * length of the document even if a chain of fragments, each with two spreads of the next,
 * expands to 2^60 fields.
 */
export const measureWithin = (
  operation: OperationDefinitionNode,
  fragments: Fragments,
  limits: DocumentLimits,
): void => {
  const aliased = new Set<FieldNode>();
  const { fields, depth } = createSizeOf(fragments, aliased)(operation.selectionSet);
  refuseAbove(limits, 'depth', depth);
  refuseAbove(limits, 'fields', fields);
  refuseAbove(limits, 'aliases', aliased.size);
  const roots = rootFields(operation, fragments);
  refuseAbove(limits, 'rootFields', roots.size);
  if (operation.operation === OperationTypeNode.MUTATION)
    refuseAbove(limits, 'mutations', roots.size);
  const { name } = SchemaMetaFieldDef;
  const count = [...roots.values()].filter((field) => field.name.value === name).length;
  if (count < 2) return;
  const message = `The operation selects ${name} ${count} times. Select it once.`;
  throw refusal('COST_LIMIT_EXCEEDED', message);
};

/** The root fields that describe the schema. */
export const describing: ReadonlySet<string> = new Set([
  SchemaMetaFieldDef.name,
  TypeMetaFieldDef.name,
]);

/** Limits a count to 2^53 - 1, the largest exact integer. */
export const saturated = (value: number): number => Math.min(value, Number.MAX_SAFE_INTEGER);

const createSizeOf = (fragments: Fragments, aliased: Set<FieldNode>) => {
  const sizes = new Map<string, DocumentSize>();
  const sizeOfFragment = (name: string): DocumentSize => {
    const before = sizes.get(name);
    if (before !== undefined) return before;
    // A fragment in a cycle counts as empty when it is met again; validation refuses it later.
    sizes.set(name, { fields: 0, depth: 0 });
    const fragment = fragments[name];
    const size =
      fragment === undefined ? { fields: 0, depth: 0 } : sizeOfSet(fragment.selectionSet);
    sizes.set(name, size);
    return size;
  };
  const sizeBelow = (selection: SelectionNode): DocumentSize => {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return sizeOfFragment(selection.name.value);
    const { selectionSet } = selection;
    return selectionSet === undefined ? { fields: 0, depth: 0 } : sizeOfSet(selectionSet);
  };
  const sizeOfSet = ({ selections }: SelectionSetNode): DocumentSize => {
    const size = { fields: 0, depth: 0 };
    for (const selection of selections) {
      const { fields, depth } = sizeBelow(selection);
      const isField = selection.kind === Kind.FIELD;
      if (isField && selection.alias !== undefined) aliased.add(selection);
      // Introspection is deeply nested by nature, and another rule limits it.
      const isIntrospection = isField && describing.has(selection.name.value);
      const own = isField ? 1 : 0;
      const deferrals = isField ? 0 : deferralsAt(selection);
      size.fields = saturated(size.fields + own + deferrals + fields);
      size.depth = Math.max(size.depth, own + (isIntrospection ? 0 : depth));
    }
    return size;
  };
  return sizeOfSet;
};

// A deferred fragment is planned and sent separately, so a chain of them costs as much as fields.
const deferralsAt = ({ directives = [] }: SelectionNode): number =>
  directives.some(({ name }) => name.value === deferDirective.name) ? 1 : 0;

/** The root fields by response key. */
const rootFields = (
  operation: OperationDefinitionNode,
  fragments: Fragments,
): ReadonlyMap<string, FieldNode> => {
  const fields = new Map<string, FieldNode>();
  const sets = new Set([operation.selectionSet]);
  // The loop also visits the sets that are added during it.
  for (const { selections } of sets) {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        fields.set((selection.alias ?? selection.name).value, selection);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        sets.add(selection.selectionSet);
      } else {
        sets.add(fragments[selection.name.value]?.selectionSet ?? operation.selectionSet);
      }
    }
  }
  return fields;
};

interface LimitText {
  readonly code: Code;
  readonly variable: string;
  readonly what: string;
  readonly advice: string;
}

const limitTexts = {
  depth: {
    code: 'DEPTH_LIMIT_EXCEEDED',
    variable: 'LIMIT_DEPTH',
    what: 'levels of fields, fragments expanded',
    advice: 'Split it into several requests.',
  },
  fields: {
    code: 'COST_LIMIT_EXCEEDED',
    variable: 'LIMIT_FIELDS',
    what: 'fields and deferred fragments when its fragments are expanded',
    advice: 'Spread fewer fragments.',
  },
  aliases: {
    code: 'ALIAS_LIMIT_EXCEEDED',
    variable: 'LIMIT_ALIASES',
    what: 'aliases',
    advice: 'Ask for lists or `nodes(ids:)` instead of one alias for each entity.',
  },
  rootFields: {
    code: 'COST_LIMIT_EXCEEDED',
    variable: 'LIMIT_ROOT_FIELDS',
    what: 'root fields',
    advice: 'Split it into several requests.',
  },
  mutations: {
    code: 'COST_LIMIT_EXCEEDED',
    variable: 'LIMIT_MUTATIONS',
    what: 'mutations',
    advice: 'Use a batch mutation, or several requests.',
  },
} as const satisfies Readonly<Record<string, LimitText>>;

const refuseAbove = (
  limits: DocumentLimits,
  name: keyof typeof limitTexts,
  found: number,
): void => {
  if (found <= limits[name]) return;
  const { code, variable, what, advice } = limitTexts[name];
  throw refusal(
    code,
    `The operation has ${found} ${what}, more than ${variable} (${limits[name]}). ${advice}`,
  );
};

import type {
  FieldNode,
  FragmentDefinitionNode,
  OperationDefinitionNode,
  SelectionNode,
  SelectionSetNode,
} from 'graphql';
import { Kind, OperationTypeNode } from 'graphql';
import type { Code } from '../codes.ts';
import { refusal } from '../errors.ts';
import type { DocumentLimits } from './limits.ts';

/** Fragments by name. */
export type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

/** How large an operation is, its conditions left aside. */
interface Extent {
  /** Its fields, and how deeply they are nested, with every fragment written out. */
  fields: number;
  depth: number;
}

/**
 * Refuses an operation that is larger than the limits allow, before anything else looks at it. Nothing is written out to be
 * counted: each fragment is measured once, so doubling chains cost no more than their text.
 */
export const measureWithin = (
  operation: OperationDefinitionNode,
  fragments: Fragments,
  limits: DocumentLimits,
): void => {
  const aliased = new Set<FieldNode>();
  const { fields, depth } = createMeasure(fragments, aliased)(operation.selectionSet);
  within(limits, 'depth', depth);
  within(limits, 'fields', fields);
  within(limits, 'aliases', aliased.size);
  const roots = rootFields(operation, fragments);
  within(limits, 'rootFields', roots.size);
  if (operation.operation === OperationTypeNode.MUTATION) within(limits, 'mutations', roots.size);
  for (const name of introspective) {
    const count = [...roots.values()].filter((field) => field.name.value === name).length;
    if (count < 2) continue;
    const message = `The operation asks for ${name} ${count} times. Once is enough.`;
    throw refusal('COST_LIMIT_EXCEEDED', message);
  }
};

const introspective: readonly string[] = ['__schema', '__type'];

/** Keeps sums and products within the exact integers. */
export const saturated = (value: number): number => Math.min(value, Number.MAX_SAFE_INTEGER);

const createMeasure = (fragments: Fragments, aliased: Set<FieldNode>) => {
  const known = new Map<string, Extent>();
  const inFragment = (name: string): Extent => {
    const before = known.get(name);
    if (before !== undefined) return before;
    // A cycle meets its own start here and ends; validation refuses it afterwards.
    known.set(name, { fields: 0, depth: 0 });
    const fragment = fragments[name];
    const extent = fragment === undefined ? { fields: 0, depth: 0 } : inSet(fragment.selectionSet);
    known.set(name, extent);
    return extent;
  };
  const below = (selection: SelectionNode): Extent => {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return inFragment(selection.name.value);
    const { selectionSet } = selection;
    return selectionSet === undefined ? { fields: 0, depth: 0 } : inSet(selectionSet);
  };
  const inSet = ({ selections }: SelectionSetNode): Extent => {
    const extent = { fields: 0, depth: 0 };
    for (const selection of selections) {
      const { fields, depth } = below(selection);
      const isField = selection.kind === Kind.FIELD;
      if (isField && selection.alias !== undefined) aliased.add(selection);
      // A schema that describes itself is nested deeply by nature, and bounded by a rule of its own.
      const isApart = isField && introspective.includes(selection.name.value);
      const own = isField ? 1 : 0;
      extent.fields = saturated(extent.fields + own + fields);
      extent.depth = Math.max(extent.depth, own + (isApart ? 0 : depth));
    }
    return extent;
  };
  return inSet;
};

/** The fields of the root by response key. */
const rootFields = (
  operation: OperationDefinitionNode,
  fragments: Fragments,
): ReadonlyMap<string, FieldNode> => {
  const fields = new Map<string, FieldNode>();
  const sets = new Set([operation.selectionSet]);
  // A set that grows while it is walked visits what was added.
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

interface Bound {
  readonly code: Code;
  readonly variable: string;
  readonly what: string;
  readonly advice: string;
}

const bounds = {
  depth: {
    code: 'DEPTH_LIMIT_EXCEEDED',
    variable: 'LIMIT_DEPTH',
    what: 'levels of fields, fragments expanded',
    advice: 'Split it into several requests.',
  },
  fields: {
    code: 'COST_LIMIT_EXCEEDED',
    variable: 'LIMIT_FIELDS',
    what: 'fields when its fragments are expanded',
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
} as const satisfies Readonly<Record<string, Bound>>;

const within = (limits: DocumentLimits, name: keyof typeof bounds, found: number): void => {
  if (found <= limits[name]) return;
  const { code, variable, what, advice } = bounds[name];
  throw refusal(
    code,
    `The operation has ${found} ${what}, more than ${variable} (${limits[name]}). ${advice}`,
  );
};

import type {
  ASTNode,
  DefinitionNode,
  DocumentNode,
  OperationDefinitionNode,
  SelectionSetNode,
} from 'graphql';
import { Kind, OperationTypeNode, visit } from 'graphql';
import type { Executable, Fragments } from './document.ts';
import { fragmentsOf, isExecutable, isIntrospection, reachedBy, responseKey } from './document.ts';
import { refusal } from './errors.ts';

/** How large a document may be, before anything is known about what its fields cost. */
export interface DocumentLimits {
  readonly queryBytes: number;
  readonly tokens: number;
  readonly depth: number;
  readonly aliases: number;
  readonly rootFields: number;
  readonly mutations: number;
  readonly directives: number;
  readonly objects: number;
}

/** What a definition grows to when its fragments are expanded. */
export interface Expansion {
  readonly depth: number;
  readonly fields: number;
}

/** Adds and multiplies without ever leaving the exact integers. */
export const saturated = (value: number): number => Math.min(value, Number.MAX_SAFE_INTEGER);

/** Refuses a document one of whose definitions is too large, and says what each one grows to. */
export const expandWithin = (
  document: DocumentNode,
  limits: DocumentLimits,
): ReadonlyMap<DefinitionNode, Expansion> => {
  const fragments = fragmentsOf(document);
  const measure = measurer(fragments);
  const found = new Map<DefinitionNode, Expansion>();
  for (const definition of document.definitions) {
    if (!isExecutable(definition)) continue;
    const expansion = measure(definition);
    found.set(definition, expansion);
    within('DEPTH_LIMIT_EXCEEDED', 'LIMIT_DEPTH', limits.depth, {
      found: expansion.depth,
      what: 'levels of fields, fragments expanded',
      advice: 'Split it into several requests.',
    });
    within('COST_LIMIT_EXCEEDED', 'LIMIT_OBJECTS', limits.objects, {
      found: expansion.fields,
      what: 'fields when its fragments are expanded',
      advice: 'Spread fewer fragments.',
    });
    if (definition.kind === Kind.OPERATION_DEFINITION) countWithin(definition, fragments, limits);
  }
  directivesWithin(document, limits.directives);
  return found;
};

const nothing: Expansion = { depth: 0, fields: 0 };

// Each fragment is measured once, so doubling chains cost no more than their text.
const measurer = (fragments: Fragments): ((definition: Executable) => Expansion) => {
  const known = new Map<string, Expansion>();
  const fragment = (name: string): Expansion => {
    const before = known.get(name);
    if (before !== undefined) return before;
    // A cycle meets its own start here and ends; validation refuses it afterwards.
    known.set(name, nothing);
    const definition = fragments.get(name);
    const expansion = definition === undefined ? nothing : inSet(definition.selectionSet);
    known.set(name, expansion);
    return expansion;
  };
  const inSet = ({ selections }: SelectionSetNode): Expansion => {
    let depth = 0;
    let fields = 0;
    for (const selection of selections) {
      let below = nothing;
      if (selection.kind === Kind.FRAGMENT_SPREAD) below = fragment(selection.name.value);
      else if (selection.selectionSet !== undefined) below = inSet(selection.selectionSet);
      const self = selection.kind === Kind.FIELD ? 1 : 0;
      const apart = selection.kind === Kind.FIELD && isIntrospection(selection);
      depth = Math.max(depth, self + (apart ? 0 : below.depth));
      fields = saturated(fields + self + below.fields);
    }
    return { depth, fields };
  };
  return (definition) =>
    definition.kind === Kind.FRAGMENT_DEFINITION
      ? fragment(definition.name.value)
      : inSet(definition.selectionSet);
};

const within = (
  code: 'DEPTH_LIMIT_EXCEEDED' | 'COST_LIMIT_EXCEEDED' | 'ALIAS_LIMIT_EXCEEDED',
  name: string,
  limit: number,
  {
    found,
    what,
    advice,
  }: { readonly found: number; readonly what: string; readonly advice: string },
): void => {
  if (found <= limit) return;
  throw refusal(
    code,
    `The operation has ${found} ${what}, more than ${name} (${limit}). ${advice}`,
  );
};

const countWithin = (
  operation: OperationDefinitionNode,
  fragments: Fragments,
  limits: DocumentLimits,
): void => {
  within('ALIAS_LIMIT_EXCEEDED', 'LIMIT_ALIASES', limits.aliases, {
    found: aliasesOf(operation, fragments),
    what: 'aliases',
    advice: 'Ask for lists or `nodes(ids:)` instead of one alias for each entity.',
  });
  const keys = rootKeys(operation, fragments).size;
  within('COST_LIMIT_EXCEEDED', 'LIMIT_ROOT_FIELDS', limits.rootFields, {
    found: keys,
    what: 'root fields',
    advice: 'Split it into several requests.',
  });
  if (operation.operation !== OperationTypeNode.MUTATION) return;
  within('COST_LIMIT_EXCEEDED', 'LIMIT_MUTATIONS', limits.mutations, {
    found: keys,
    what: 'mutations',
    advice: 'Use a batch mutation, or several requests.',
  });
};

const aliasesOf = (operation: OperationDefinitionNode, fragments: Fragments): number => {
  let aliases = 0;
  for (const definition of reachedBy(operation, fragments)) {
    visit(definition, {
      Field: ({ alias }) => {
        if (alias !== undefined) aliases += 1;
      },
    });
  }
  return aliases;
};

const rootKeys = (
  operation: OperationDefinitionNode,
  fragments: Fragments,
): ReadonlySet<string> => {
  const keys = new Set<string>();
  const sets = new Set<SelectionSetNode>([operation.selectionSet]);
  for (const { selections } of sets) {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) keys.add(responseKey(selection));
      else if (selection.kind === Kind.INLINE_FRAGMENT) sets.add(selection.selectionSet);
      else sets.add(fragments.get(selection.name.value)?.selectionSet ?? operation.selectionSet);
    }
  }
  return keys;
};

const directivesWithin = (document: DocumentNode, limit: number): void => {
  visit(document, {
    enter: (node: ASTNode) => {
      const count = 'directives' in node ? (node.directives?.length ?? 0) : 0;
      if (count <= limit) return;
      throw refusal(
        'DIRECTIVE_LIMIT_EXCEEDED',
        `There are ${count} directives at one place, more than LIMIT_DIRECTIVES (${limit}). One of each is enough.`,
        { nodes: [node] },
      );
    },
  });
};

import type { DocumentNode, SelectionNode, SelectionSetNode } from 'graphql';
import { Kind, parse, print, visit } from 'graphql';
import type { Random } from './random.ts';

const lists: ReadonlySet<string> = new Set(['nodes', 'edges']);

/** The document with `@defer` and `@stream` at random places; it selects the same fields. */
export const inRandomParts = (text: string, random: Random): string => {
  let made = 0;
  const label = (): string => {
    made += 1;
    return `label: "${made}"`;
  };
  const fragment = (selections: readonly SelectionNode[]): SelectionNode => {
    const { selectionSet } = firstOf(parse(`{ ... @defer(${label()}) { a } }`));
    const [deferred] = selectionSet.selections;
    if (deferred?.kind !== Kind.INLINE_FRAGMENT) throw new TypeError('no fragment');
    return { ...deferred, selectionSet: { kind: Kind.SELECTION_SET, selections } };
  };
  const divided = (set: SelectionSetNode): SelectionSetNode | undefined => {
    if (!random.chance(0.5)) return undefined;
    const isLater = set.selections.map(() => random.chance(0.6));
    const later = set.selections.filter((_, index) => isLater[index]);
    if (later.length === 0) return undefined;
    const now = set.selections.filter((_, index) => !isLater[index]);
    const cut = random.upTo(later.length);
    const groups = [later.slice(0, cut), later.slice(cut)].filter(({ length }) => length > 0);
    const fragments = groups.map(fragment);
    return {
      ...set,
      selections: random.chance(0.5) ? [...now, ...fragments] : [...fragments, ...now],
    };
  };
  return print(
    visit(parse(text), {
      SelectionSet: { leave: divided },
      Field: {
        leave: (node) => {
          if (!lists.has(node.name.value) || !random.chance(0.4)) return undefined;
          const count = random.upTo(3);
          const { selectionSet } = firstOf(
            parse(`{ a @stream(initialCount: ${count}, ${label()}) }`),
          );
          return { ...node, directives: selectionSet.selections[0]?.directives ?? [] };
        },
      },
    }),
  );
};

const firstOf = ({ definitions }: DocumentNode) => {
  const [first] = definitions;
  if (first?.kind !== Kind.OPERATION_DEFINITION) throw new TypeError('no operation');
  return first;
};

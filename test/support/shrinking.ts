import type { DocumentNode, SelectionSetNode } from 'graphql';
import { Kind, parse, print, visit } from 'graphql';

/** A smaller document that still fails, and that passes without any one of its parts. */
export const shrunk = async (
  text: string,
  fails: (text: string) => Promise<boolean>,
): Promise<string> => {
  let best = print(parse(text));
  for (let before = ''; before !== best; ) {
    before = best;
    best = await passed(best, fails);
  }
  return best;
};

/** Drops the parts one by one. */
const passed = async (text: string, fails: (text: string) => Promise<boolean>): Promise<string> => {
  let best = text;
  for (let index = 0; ; ) {
    const smaller = without(parse(best), index);
    if (smaller === null) return best;
    const written = print(tidy(smaller));
    if (written.length < best.length && (await fails(written))) best = written;
    else index += 1;
  }
};

/**
 * The document without its nth part: a selection, a directive or an argument. Null past the last.
 */
const without = (document: DocumentNode, nth: number): DocumentNode | null => {
  let seen = -1;
  const drop = (): null | undefined => {
    seen += 1;
    return seen === nth ? null : undefined;
  };
  const smaller = visit(document, {
    Field: drop,
    InlineFragment: drop,
    FragmentSpread: drop,
    Directive: drop,
    Argument: drop,
  });
  return seen < nth ? null : smaller;
};

/** The document without empty selections, unused fragments and unused variables. */
const tidy = (document: DocumentNode): DocumentNode => {
  const whole = visit(document, {
    SelectionSet: {
      leave: (set: SelectionSetNode) =>
        set.selections.length > 0 ? undefined : { ...set, selections: [typename] },
    },
  });
  const used = namesIn(whole);
  const definitions = whole.definitions
    .filter((one) => one.kind !== Kind.FRAGMENT_DEFINITION || used.has(`...${one.name.value}`))
    .map((one) =>
      one.kind === Kind.OPERATION_DEFINITION
        ? {
            ...one,
            variableDefinitions: (one.variableDefinitions ?? []).filter(({ variable }) =>
              used.has(`$${variable.name.value}`),
            ),
          }
        : one,
    );
  return { ...whole, definitions };
};

const typename = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const;

const namesIn = (document: DocumentNode): ReadonlySet<string> => {
  const names = new Set<string>();
  visit(document, {
    VariableDefinition: () => false,
    Variable: ({ name }) => void names.add(`$${name.value}`),
    FragmentSpread: ({ name }) => void names.add(`...${name.value}`),
  });
  return names;
};

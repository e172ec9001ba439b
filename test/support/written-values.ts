import type { GraphQLInputType } from 'graphql';
import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';
import type { Random } from './random.ts';

/** How values get into a document: written out, or by variables that are declared on the way. */
export interface Writing {
  /**
   * A value of this type as a document writes it. `hasDefault` is true where the place has a
   * default of its own.
   */
  readonly written: (value: unknown, type: GraphQLInputType, hasDefault: boolean) => string;
  /** A condition as an argument of a directive. */
  readonly condition: () => string;
  /** The declarations of all variables that were used, in brackets; empty where none was. */
  readonly declared: () => string;
  readonly variables: Readonly<Record<string, unknown>>;
}

interface Site {
  readonly value: unknown;
  readonly type: GraphQLInputType;
  readonly hasDefault: boolean;
}

/** How a variable is declared, and what it is given; without `given` it is absent. */
interface Declaration {
  readonly text: string;
  readonly given?: unknown;
}

/** Writes values; the same names are used again, so that variables stand in several places. */
export const createWriting = (random: Random): Writing => {
  const variables: Record<string, unknown> = {};
  const declarations: string[] = [];
  const declare = (made: Declaration): string => {
    const name = nameOf(declarations.length);
    declarations.push(`$${name}: ${made.text}`);
    if ('given' in made) variables[name] = made.given;
    return `$${name}`;
  };
  const conditions: string[] = [];
  const condition = (): string => {
    if (random.chance(0.25)) return random.chance(0.5) ? 'true' : 'false';
    if (conditions.length > 0 && random.chance(0.7)) return random.of(conditions);
    const variable = declare(booleanOf(random));
    conditions.push(variable);
    return variable;
  };
  const written: Writing['written'] = (value, type, hasDefault) =>
    random.chance(0.3)
      ? declare(declarationOf({ value, type, hasDefault }, random))
      : literal({ value, type, hasDefault }, written);
  return {
    written,
    condition,
    declared: () => (declarations.length === 0 ? '' : `(${declarations.join(', ')})`),
    variables,
  };
};

// Some names mean something to objects of JavaScript.
const odd = ['constructor', 'toString', 'then', 'length'];
const nameOf = (index: number): string => odd[index - 3] ?? `v${index}`;

const booleanOf = (random: Random): Declaration => {
  const given = random.chance(0.6);
  const other = random.chance(0.5);
  return random.of<Declaration>([
    { text: 'Boolean!', given },
    { text: `Boolean! = ${other}`, given },
    { text: `Boolean! = ${other}` },
    { text: `Boolean = ${other}`, given },
    { text: `Boolean = ${other}` },
  ]);
};

const declarationOf = (site: Site, random: Random): Declaration => {
  const { value, type } = site;
  const name = String(getNullableType(type));
  const plain = literal({ ...site, hasDefault: false });
  // A list may be given as its only item.
  const given = Array.isArray(value) && value.length === 1 && random.chance(0.3) ? value[0] : value;
  const always: readonly Declaration[] =
    value === null
      ? [{ text: name, given }]
      : [
          { text: `${name}!`, given },
          { text: `${name}! = ${plain}` },
          { text: `${name} = ${plain}` },
          { text: `${name} = ${plain}`, given },
        ];
  if (!isNonNullType(type)) {
    const open: readonly Declaration[] = [
      { text: name },
      { text: name, given: null },
      { text: name, given },
      { text: `${name} = ${plain}`, given: null },
      { text: `${name} = null`, given },
    ];
    return random.of([...always, ...open]);
  }
  return site.hasDefault && random.chance(0.3) ? { text: name } : random.of(always);
};

type Inner = Writing['written'];

/** A value as a literal, whose parts `inner` may write otherwise. */
const literal = ({ value, type }: Site, inner?: Inner): string => {
  const write: Inner =
    inner ?? ((part, of, hasDefault) => literal({ value: part, type: of, hasDefault }));
  const nullable = getNullableType(type);
  if (value === null) return 'null';
  if (isListType(nullable)) {
    const { ofType } = nullable;
    return Array.isArray(value)
      ? `[${value.map((item) => write(item, ofType, false)).join(', ')}]`
      : write(value, ofType, false);
  }
  if (isInputObjectType(nullable)) {
    const fields = nullable.getFields();
    const members = Object.entries(value as object).flatMap(([name, member]) => {
      const field = fields[name];
      if (field === undefined) return [];
      const hasDefault = !isRequiredInputField(field) && isNonNullType(field.type);
      return [`${name}: ${write(member, field.type, hasDefault)}`];
    });
    return `{ ${members.join(', ')} }`;
  }
  return isEnumType(nullable) ? String(value) : JSON.stringify(value);
};

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

/** The form of values in a document: literals, or variables that are declared as they are used. */
export interface Writing {
  /**
   * A value of this type in the text of a document. `hasDefault` is true if the place has a default
   * of its own.
   */
  readonly written: (value: unknown, type: GraphQLInputType, hasDefault: boolean) => string;
  /** A condition as an argument of a directive. */
  readonly condition: () => string;
  /** The declarations of all used variables, in brackets; empty if there are none. */
  readonly declared: () => string;
  readonly variables: Readonly<Record<string, unknown>>;
}

interface Site {
  readonly value: unknown;
  readonly type: GraphQLInputType;
  readonly hasDefault: boolean;
}

/** The declaration of a variable, and its value; it is absent without `given`. */
interface Declaration {
  readonly text: string;
  readonly given?: unknown;
}

/** Writes values. Names are used again, so that variables occur in several places. */
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

// Some names have a meaning for objects of JavaScript.
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
  // A list of one item may be written as that item.
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

/** A value as a literal; `inner` may write its parts otherwise. */
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

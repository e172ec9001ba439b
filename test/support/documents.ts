import type { GraphQLSchema } from 'graphql';
import { isRequiredArgument } from 'graphql';
import type { Field, MakeOptions } from './making.ts';
import type { Random } from './random.ts';
import { makeSelection } from './selections.ts';
import type { Writing } from './written-values.ts';
import { createWriting } from './written-values.ts';

/** A request that is valid for the schema. */
export interface RandomRequest {
  readonly text: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName: string | null;
}

/**
 * A random query with all that the language has: fragments on every kind of type, spread again,
 * aliases, fields merged from several places under several conditions, variables in every position,
 * more operations than the one that is asked for.
 */
export const makeDocument = (schema: GraphQLSchema, options: MakeOptions): RandomRequest => {
  const { random } = options;
  const writing = createWriting(random);
  const root = schema.getQueryType();
  if (!root) throw new TypeError('the schema has no query');
  const { text, fragments } = makeSelection(schema, root, {
    ...options,
    directives: directivesFor(random, writing),
    argumentsOf: argumentsFor(options, writing),
  });
  const isNamed = random.chance(0.6);
  const isAlone = !isNamed || random.chance(0.6);
  const declared = writing.declared();
  const isShort = !isNamed && declared === '' && random.chance(0.5);
  const head = isShort ? '' : `query ${isNamed ? 'Asked' : ''}${declared} `;
  const parts = [`${head}${text}`, ...fragments];
  if (!isAlone) parts.splice(random.upTo(parts.length), 0, random.of(others));
  return {
    text: parts.join('\n'),
    variables: writing.variables,
    operationName: isAlone && random.chance(0.5) ? null : isNamed ? 'Asked' : null,
  };
};

// Their variables have the names of ours and other types.
const others = [
  'query Other { viewer { userId } }',
  'query Other($v0: ID = "Campaign:a:b", $v1: Boolean!) { node(id: $v0) { id @skip(if: $v1) } }',
  'mutation Never($v0: ID!) { deleteCampaign(input: { accountId: $v0, campaignId: "b" }) { outcome } }',
] as const;

const directivesFor = (random: Random, { condition }: Writing) => {
  const isPlain = random.chance(0.3);
  return (chance: number): string => {
    if (isPlain || !random.chance(chance)) return '';
    const names = random.of([['skip'], ['include'], ['include'], ['skip', 'include']]);
    return names.map((name) => ` @${name}(if: ${condition()})`).join('');
  };
};

const argumentsFor = ({ random, choicesOf }: MakeOptions, { written }: Writing) => {
  const known = new Map<string, string>();
  return (typeName: string, field: Field): string | null => {
    const key = `${typeName}.${field.name}`;
    const before = known.get(key);
    // The arguments are repeated, so that fields can be merged.
    if (before !== undefined && random.chance(0.8)) return before;
    const given = field.args.map((argument) => ({
      ...argument,
      choices: choicesOf(field, argument),
      isNeeded: isRequiredArgument(argument),
    }));
    if (given.some(({ isNeeded, choices }) => isNeeded && choices.length === 0)) return null;
    const made = given
      .filter(({ isNeeded, choices }) => choices.length > 0 && (isNeeded || random.chance(0.4)))
      .map(({ name, choices, type, defaultValue }) => {
        return `${name}: ${written(random.of(choices), type, defaultValue !== undefined)}`;
      })
      .join(', ');
    known.set(key, made);
    return made;
  };
};

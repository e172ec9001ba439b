import type { GraphQLInputType } from 'graphql';
import { GraphQLID, getNamedType, print, valueFromASTUntyped } from 'graphql';
import type { Values } from '../../../upstream/catalogue/language/values.ts';
import type { FieldSpot } from '../operation/places.ts';
import type { AnswerBody, TracedCall } from './answer-body.ts';
import { valuesAt } from './answer-values.ts';

/** A call with all the fields that used its rows. */
export interface SharedCall extends TracedCall {
  /** The field that asked first, and those that ask the same under other aliases. */
  readonly fields: readonly string[];
}

/** What a field asks for, whatever its alias. */
interface Asked {
  readonly field: string;
  /** Names and arguments from the root, without the lengths of lists, which one call can serve. */
  readonly same: string;
  /** The same without ids, which one call can carry together. */
  readonly alike: string;
}

const isId = (type: GraphQLInputType | undefined): boolean =>
  type !== undefined && getNamedType(type) === GraphQLID;

const askedBy = (places: readonly FieldSpot[], variables: Values): ReadonlyMap<string, Asked> => {
  const asked = new Map<string, Asked>();
  for (const { field, node, definition } of places) {
    const above = asked.get(field.slice(0, Math.max(0, field.lastIndexOf('.'))));
    const args = (node.arguments ?? []).map(({ name, value }) => ({
      text: `${name.value}: ${JSON.stringify(valueFromASTUntyped(value, variables)) ?? print(value)}`,
      isLength: name.value === 'first',
      isId: isId(definition?.args.find((one) => one.name === name.value)?.type),
    }));
    const text = (kept: typeof args): string =>
      `${node.name.value}(${kept.map((one) => one.text).sort()})`;
    const counted = args.filter((one) => !one.isLength);
    asked.set(field, {
      field,
      same: `${above?.same ?? ''}.${text(counted)}`,
      alike: `${above?.alike ?? ''}.${text(counted.filter((one) => !one.isId))}`,
    });
  }
  return asked;
};

/**
 * The calls of a run, each with all its fields. The gateway names the field that asked first. In
 * `{ a: account(id: "x") { name } b: account(id: "x") { name } }` that is `a`, and one call is for
 * both: `b` asks the same, made no call of its own, and was answered.
 */
export const sharedCalls = (
  calls: readonly TracedCall[],
  { data }: AnswerBody,
  {
    places,
    variables,
  }: {
    readonly places: readonly FieldSpot[];
    readonly variables: Values;
  },
): readonly SharedCall[] => {
  const asked = askedBy(places, variables);
  const asking = new Set(calls.map(({ field, endpoint }) => `${endpoint} ${field}`));
  return calls.map((call) => {
    const { field, endpoint, ids } = call;
    const first = field === null ? undefined : asked.get(field);
    if (first === undefined) return { ...call, fields: field === null ? [] : [field] };
    const key = (ids ?? 0) > 1 ? 'alike' : 'same';
    const others = [...asked.values()].filter(
      (other) =>
        other.field !== field &&
        other[key] === first[key] &&
        !asking.has(`${endpoint} ${other.field}`) &&
        valuesAt(data, other.field).some((value) => value !== null),
    );
    return { ...call, fields: [first.field, ...others.map((other) => other.field)] };
  });
};

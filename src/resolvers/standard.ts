import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql';
import type { Context } from '../context.ts';
import { Flawed } from '../loaders/flawed.ts';
import { noField } from '../upstream/client/trace.ts';
import type { Args, Field, Load, SelectedField } from './field.ts';
import { selectField } from './selection.ts';

/** A value as other executors see it: an Error in a list fails its item there too. */
type Shown<T> = T extends readonly (infer Item)[] ? readonly Exclude<Item, Error>[] : T;

/** An error that stands beside the value of a field. */
export interface Beside {
  readonly error: Error;
  readonly info: GraphQLResolveInfo;
}

const besides = new WeakMap<Context, Beside[]>();

/** The errors that came beside values in a request: what other executors have to add, for a resolver gives one or the other. */
export const besideValues = (context: Context): readonly Beside[] => besides.get(context) ?? [];

/** The ordinary resolver of a field that is loaded: any executor of GraphQL can run it, parent by parent. */
export const standard =
  <Parent, T>(
    load: Load<Parent, T>,
  ): GraphQLFieldResolver<Parent, Context, Args, Promise<Shown<T>>> =>
  async (parent, args, context, info) => {
    const [value] = await load([parent], args, context, fieldAt(info));
    if (value instanceof Error) throw value;
    if (!(value instanceof Flawed)) return value as Shown<T>;
    const told = besides.get(context) ?? [];
    besides.set(context, [...told, ...value.errors.map((error) => ({ error, info }))]);
    return value.value as Shown<T>;
  };

// An executor hands the same nodes to every parent of a field.
const known = new WeakMap<GraphQLResolveInfo['fieldNodes'], SelectedField>();

const fieldAt = (info: GraphQLResolveInfo): Field => {
  const selected = known.get(info.fieldNodes) ?? selectedAt(info);
  known.set(info.fieldNodes, selected);
  return { selected, variables: info.variableValues, trace: noField() };
};

const selectedAt = ({
  schema,
  fragments,
  variableValues: variables,
  fieldNodes,
  parentType,
}: GraphQLResolveInfo): SelectedField =>
  selectField({ schema, fragments, variables }, parentType, fieldNodes);

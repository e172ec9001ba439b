import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql';
import { Flawed } from '../loaders/page-query.ts';
import { getOrMake } from '../upstream/catalogue/memoize.ts';
import { noField } from '../upstream/client/trace.ts';
import type { Context } from './context.ts';
import type { Args, Field, Load, SelectedField } from './field.ts';
import { selectField } from './selection.ts';

/** The type of a value for other executors, in which an Error in a list also fails that item. */
type Shown<T> = T extends readonly (infer Item)[] ? readonly Exclude<Item, Error>[] : T;

/** An error that is reported beside the value of a field. */
export interface SideError {
  readonly error: Error;
  readonly info: GraphQLResolveInfo;
}

const sideErrorsByContext = new WeakMap<Context, SideError[]>();

/**
 * The errors beside values of a request. A resolver returns either a value or an error, so other
 * executors add these at the end.
 */
export const sideErrorsOf = (context: Context): readonly SideError[] =>
  sideErrorsByContext.get(context) ?? [];

/**
 * The ordinary resolver of a field with a load, for other executors: one parent at a time. The
 * loaders combine the reads for the parents of a level, so the number of calls is the same.
 */
export const standard =
  <Parent, T>(
    load: Load<Parent, T>,
  ): GraphQLFieldResolver<Parent, Context, Args, Promise<Shown<T>>> =>
  async (parent, args, context, info) => {
    const [value] = await load([parent], args, context, fieldAt(info));
    if (value instanceof Error) throw value;
    if (!(value instanceof Flawed)) return value as Shown<T>;
    const sideErrors = getOrMake(sideErrorsByContext, context, () => []);
    sideErrors.push(...value.errors.map((error) => ({ error, info })));
    return value.value as Shown<T>;
  };

// An executor passes the same `fieldNodes` for every parent, so the selection is cached by them.
const selections = new WeakMap<GraphQLResolveInfo['fieldNodes'], SelectedField>();

const fieldAt = (info: GraphQLResolveInfo): Field => {
  const { fieldNodes, parentType, variableValues: variables } = info;
  const source = { ...info, variables, isIncremental: false };
  const selected = getOrMake(selections, fieldNodes, () =>
    selectField(source, parentType, fieldNodes),
  );
  return { selected, variables, trace: noField() };
};

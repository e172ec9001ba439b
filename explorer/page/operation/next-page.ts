import { Kind } from 'graphql';
import { entryEdit, replaceEdit, type TextEdit } from '../builder/input-edits.ts';
import type { FieldSpot } from '../language/spots.ts';
import type { Tab } from '../work/work.ts';

/** The change that asks for the next page: an edit of the text, or other variables. */
export type NextPage =
  | { readonly edit: TextEdit; readonly variables: null }
  | { readonly edit: null; readonly variables: string };

/** Gives a field's list a cursor as `after`: in its variable if it has one, else in its text. */
export const nextPage = async (
  { node }: FieldSpot,
  { variables }: Pick<Tab, 'variables'>,
  cursor: string,
): Promise<NextPage> => {
  const written = JSON.stringify(cursor);
  const after = node.arguments?.find(({ name }) => name.value === 'after')?.value;
  if (after === undefined) return { edit: entryEdit(node, `after: ${written}`), variables: null };
  if (after.kind !== Kind.VARIABLE) return { edit: replaceEdit(after, written), variables: null };
  const { withJsonAt } = await import('../language/json-edits.ts');
  return { edit: null, variables: withJsonAt(variables, [after.name.value], cursor) };
};

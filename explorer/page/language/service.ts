// Loaded by the editor when it first reads GraphQL.

import { type GraphQLSchema, isInterfaceType, isObjectType, isRequiredArgument } from 'graphql';
import type { CompletionItem } from 'graphql-language-service';
import {
  getAutocompleteSuggestions,
  getHoverInformation,
  getTokenAtPosition,
  getTypeInfo,
  Position,
} from 'graphql-language-service';

/** A text, and a position in it that counts characters. */
export interface TextSpot {
  readonly text: string;
  readonly offset: number;
}

const positionOf = ({ text, offset }: TextSpot): Position => {
  const lines = text.slice(0, offset).split('\n');
  return new Position(lines.length - 1, lines.at(-1)?.length ?? 0);
};

/** The suggestions at a spot. */
export const suggestionsAt = (schema: GraphQLSchema, spot: TextSpot): readonly CompletionItem[] =>
  getAutocompleteSuggestions(schema, spot.text, positionOf(spot));

/** The fields that need no argument where a spot is. */
export const plainFieldsAt = (schema: GraphQLSchema, spot: TextSpot): ReadonlySet<string> => {
  const { state } = getTokenAtPosition(spot.text, positionOf(spot), 1);
  const valid = state.kind === 'Invalid' ? (state.prevState ?? state) : state;
  const { parentType: type } = getTypeInfo(schema, valid);
  const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
  return new Set(
    fields.filter(({ args }) => !args.some(isRequiredArgument)).map(({ name }) => name),
  );
};

/** The type and description of the name at a spot, as Markdown; empty for nothing. */
export const hoverAt = (schema: GraphQLSchema, spot: TextSpot): string => {
  const found = getHoverInformation(schema, spot.text, positionOf(spot), undefined, {
    useMarkdown: true,
  });
  return typeof found === 'string' ? found : '';
};

/** The type that has the field at a spot, and the field; else the type there. */
export const entryAt = (
  schema: GraphQLSchema,
  spot: TextSpot,
): { readonly type: string; readonly field: string | null } | null => {
  const { fieldDef, parentType, type } = getTypeInfo(
    schema,
    getTokenAtPosition(spot.text, positionOf(spot)).state,
  );
  if (fieldDef != null && parentType != null)
    return { type: String(parentType), field: fieldDef.name };
  return type == null ? null : { type: String(type).replace(/[[\]!]/g, ''), field: null };
};

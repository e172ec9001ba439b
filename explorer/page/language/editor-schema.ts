import { StateEffect, StateField } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { GraphQLSchema } from 'graphql';

const setSchema = StateEffect.define<GraphQLSchema | null>();

/** The schema of an editor; null while it is not known. */
export const editorSchema = StateField.define<GraphQLSchema | null>({
  create: () => null,
  update: (schema, { effects }) =>
    effects.reduce((current, effect) => (effect.is(setSchema) ? effect.value : current), schema),
});

/** Gives an editor the schema that completion, hover and mistakes are about. */
export const updateSchema = (view: EditorView, schema: GraphQLSchema | null): void =>
  view.dispatch({ effects: setSchema.of(schema) });

import type { Diagnostic } from '@codemirror/lint';
import { linter } from '@codemirror/lint';
import type { EditorView } from '@codemirror/view';
import { GraphQLError, parse, validate } from 'graphql';
import { reasonOf, sentenceOf } from '../words.ts';
import { editorSchema } from './graphql-language.ts';

/** The mistakes in an operation: what cannot be read, and what the schema does not have. */
export const graphqlMistakes = linter(
  ({ state }: EditorView): readonly Diagnostic[] => {
    const schema = state.field(editorSchema);
    const text = state.doc.toString();
    if (text.replace(/#.*$/gm, '').trim() === '') return [];
    try {
      const document = parse(text);
      return schema === null ? [] : validate(schema, document).map((error) => shown(error, text));
    } catch (error) {
      return error instanceof GraphQLError ? [shown(error, text)] : [];
    }
  },
  {
    needsRefresh: ({ startState, state }) =>
      startState.field(editorSchema) !== state.field(editorSchema),
  },
);

const shown = (error: GraphQLError, text: string): Diagnostic => {
  const from = Math.min(error.positions?.[0] ?? 0, text.length);
  const word = /^[$@]?\w+|^\.{3}|^./.exec(text.slice(from))?.[0] ?? '';
  return {
    from,
    to: from + word.length,
    severity: 'error',
    message: sentenceOf(reasonOf(error)),
  };
};

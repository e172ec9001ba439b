import type { StringStream } from '@codemirror/language';
import { foldService, LanguageSupport, matchBrackets, StreamLanguage } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { StateEffect, StateField } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { GraphQLSchema } from 'graphql';
import onlineParser from 'graphql-language-service/esm/parser/onlineParser.js';

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

const parser = onlineParser();

type ParserState = ReturnType<typeof parser.startState>;
type ParserStream = Parameters<typeof parser.token>[0];

// The parser knows where a name stands, so `type` and `input` are fields and arguments.
const language = StreamLanguage.define<ParserState>({
  name: 'graphql',
  startState: () => parser.startState(),
  copyState: (state) => ({ ...state }),
  // Both streams have the same methods.
  token: (stream: StringStream, state) =>
    parser.token(stream as unknown as ParserStream, state) ?? null,
  indent: ({ levels = [], indentLevel = 0 }, textAfter, { unit }) => {
    const level = levels.at(-1);
    const depth =
      level === undefined ? indentLevel : level - (/^\s*[\])}]/.test(textAfter) ? 1 : 0);
    return depth * unit;
  },
  tokenTable: {
    ws: [],
    def: tags.definition(tags.name),
    property: tags.propertyName,
    qualifier: tags.propertyName,
    attribute: tags.attributeName,
    variable: tags.variableName,
    builtin: tags.bool,
    atom: tags.typeName,
    meta: tags.modifier,
    'string-2': tags.special(tags.name),
    invalidchar: tags.invalid,
  },
  languageData: {
    commentTokens: { line: '#' },
    closeBrackets: { brackets: ['(', '[', '{', '"'] },
    indentOnInput: /^\s*[\])}]$/,
  },
});

/** What can be folded in a line: from its last bracket to the one that closes it. */
const foldable = (state: EditorState, from: number, to: number) => {
  const text = state.sliceDoc(from, to);
  const at = /[([{]\s*$/.exec(text)?.index;
  if (at === undefined) return null;
  const end = matchBrackets(state, from + at, 1)?.end;
  return end === undefined ? null : { from: from + at + 1, to: end.from };
};

/** GraphQL in an editor: colours, folds and indents, and the field for its schema. */
export const graphqlSupport = (schema: GraphQLSchema | null) => [
  new LanguageSupport(language, foldService.of(foldable)),
  editorSchema.init(() => schema),
];

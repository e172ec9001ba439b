import type { StringStream } from '@codemirror/language';
import { foldService, LanguageSupport, matchBrackets, StreamLanguage } from '@codemirror/language';
import { type Diagnostic, linter } from '@codemirror/lint';
import type { EditorState } from '@codemirror/state';
import { type EditorView, hoverTooltip } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { GraphQLError, type GraphQLSchema, parse, validate } from 'graphql';
import onlineParser from 'graphql-language-service/esm/parser/onlineParser.js';
import type { DocsEntry } from '../docs/docs-search.ts';
import { markdownDom } from '../docs/markdown-dom.ts';
import { reasonOf, sentenceOf } from '../words.ts';
import { editorSchema } from './editor-schema.ts';
import { loadService } from './load-service.ts';

const parser = onlineParser();

type ParserState = ReturnType<typeof parser.startState>;
type ParserStream = Parameters<typeof parser.token>[0];

// The parser knows the place of a name, so `type` and `input` are fields and arguments.
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

/** The range that folds in a line: from its last bracket to the one that closes it. */
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

/** Shows the type and the description of the name under the pointer. */
export const graphqlHover = hoverTooltip(
  async ({ state }, pos) => {
    const schema = state.field(editorSchema);
    const word = state.wordAt(pos);
    if (schema === null || word === null) return null;
    const service = await loadService();
    const text = service?.hoverAt(schema, { text: state.doc.toString(), offset: word.from });
    if (text === undefined || text === '') return null;
    const dom = await markdownDom(text);
    dom.classList.add('hover');
    return { pos: word.from, end: word.to, above: false, create: () => ({ dom }) };
  },
  { hideOnChange: true },
);

/** The type or field whose name stands at a position; null if there is none. */
export const entryIn = async (
  { state }: EditorView,
  position: number,
): Promise<DocsEntry | null> => {
  const schema = state.field(editorSchema);
  const word = state.wordAt(position);
  if (schema === null || word === null) return null;
  const service = await loadService();
  return service?.entryAt(schema, { text: state.doc.toString(), offset: word.from }) ?? null;
};

/** The mistakes in an operation: syntax errors, and names that the schema does not have. */
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

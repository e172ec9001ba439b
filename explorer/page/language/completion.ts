import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { pickedCompletion } from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { EditorView } from '@codemirror/view';
import { type GraphQLType, getNamedType, isCompositeType } from 'graphql';
import type { CompletionItem } from 'graphql-language-service';
import { markdownDom } from '../docs/markdown-dom.ts';
import { editorSchema } from './editor-schema.ts';
import { loadService } from './load-service.ts';

/** The end of a suggestion whose value follows, as in `first: 10`. */
const namesOfValues = /: $/;

/** Completes GraphQL: names on typing, and everything that may follow `(`, `{` or `:`. */
export const completeGraphql = async (
  context: CompletionContext,
): Promise<CompletionResult | null> => {
  const { state, pos, explicit } = context;
  const schema = state.field(editorSchema);
  if (schema === null || /comment|string/.test(syntaxTree(state).resolveInner(pos, -1).name))
    return null;
  const word = context.matchBefore(/\w*/);
  const from = word?.from ?? pos;
  const opens = /[({[:$@|]\s*$|\.\.\.\s*(on\s+)?$/.test(
    state.sliceDoc(Math.max(0, from - 40), from),
  );
  if (from === pos && !explicit && !opens) return null;
  const service = await loadService();
  const spot = { text: state.doc.toString(), offset: pos };
  const items = service?.suggestionsAt(schema, spot) ?? [];
  if (items.length === 0) return null;
  const isFollowed = /^\s*[{(:]/.test(state.sliceDoc(pos, pos + 40));
  const plain = isFollowed ? null : service?.plainFieldsAt(schema, spot);
  const options = items.map((item) => optionOf(item, plain?.has(item.label) ?? false));
  return { from, options, validFor: /^\w*$/ };
};

/** The names that are used most, in order. */
const usual = ['name', 'id', 'entityStatus', 'status', 'nodes', 'outcome', 'errors'];

/** The rank of a suggestion: usual names first, then lists; names with an underscore last. */
const rankOf = (label: string, type: GraphQLType | undefined): number => {
  if (label.startsWith('_')) return -50;
  const place = usual.indexOf(label);
  if (place >= 0) return 50 - place;
  return type !== undefined && getNamedType(type).name.endsWith('Connection') ? 20 : 0;
};

/** Writes a name with braces behind it, and puts the cursor between them. */
const applyWithBraces = (
  view: EditorView,
  completion: Completion,
  from: number,
  to: number,
): void =>
  view.dispatch({
    changes: { from, to, insert: `${completion.label} {  }` },
    selection: { anchor: from + completion.label.length + 3 },
    annotations: pickedCompletion.of(completion),
    userEvent: 'input.complete',
  });

/** A suggestion; `isPlain` if it is a field that needs no argument, and nothing follows it. */
const optionOf = (item: CompletionItem, isPlain: boolean): Completion => {
  const { label, detail, labelDetails, documentation, deprecationReason, insertText, type } = item;
  const about = [deprecationReason && `**Deprecated.** ${deprecationReason}`, documentation]
    .filter(Boolean)
    .join('\n\n');
  const isArgument = namesOfValues.test(insertText?.slice(0, label.length + 2) ?? '');
  const isObject = type !== undefined && isCompositeType(getNamedType(type));
  return {
    label,
    detail: detail ?? labelDetails?.detail?.trim() ?? '',
    apply: isPlain && isObject ? applyWithBraces : isArgument ? `${label}: ` : label,
    boost: rankOf(label, type),
    ...(about !== '' && { info: () => markdownDom(about) }),
  };
};

/** True if another completion opens next: for the value of an argument, or for fields in braces. */
export const opensNext = ({ apply }: Completion): boolean =>
  typeof apply === 'function' || (typeof apply === 'string' && namesOfValues.test(apply));

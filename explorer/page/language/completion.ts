import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { CompletionItem } from 'graphql-language-service';
import { markdownDom } from '../docs/markdown-dom.ts';
import { editorSchema } from './editor-schema.ts';
import { loadService } from './load-service.ts';

/** A suggestion that begins like this is a name whose value follows, as in `first: 10`. */
const namesOfValues = /: $/;

/** Completes GraphQL: names while they are typed, and all that can stand behind `(`, `{`, `:`. */
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
  const items = service?.suggestionsAt(schema, { text: state.doc.toString(), offset: pos }) ?? [];
  if (items.length === 0) return null;
  return { from, options: items.map(optionOf), validFor: /^\w*$/ };
};

const optionOf = ({
  label,
  detail,
  labelDetails,
  documentation,
  deprecationReason,
  insertText,
}: CompletionItem): Completion => {
  const about = [deprecationReason && `**Deprecated.** ${deprecationReason}`, documentation]
    .filter(Boolean)
    .join('\n\n');
  return {
    label,
    detail: detail ?? labelDetails?.detail?.trim() ?? '',
    apply: namesOfValues.test(insertText?.slice(0, label.length + 2) ?? '') ? `${label}: ` : label,
    boost: label.startsWith('_') ? -50 : 0,
    ...(about !== '' && { info: () => markdownDom(about) }),
  };
};

/** Whether the next completion opens at once: behind the name of an argument its values do. */
export const opensNext = ({ apply }: Completion): boolean =>
  typeof apply === 'string' && namesOfValues.test(apply);

import type { EditorView } from '@codemirror/view';
import { hoverTooltip } from '@codemirror/view';
import type { DocsEntry } from '../docs/docs-search.ts';
import { markdownDom } from '../docs/markdown-dom.ts';
import { editorSchema } from './graphql-language.ts';
import { loadService } from './load-service.ts';

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

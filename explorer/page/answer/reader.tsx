import type { EditorView } from '@codemirror/view';
import type { GraphQLSchema } from 'graphql';
import { useEffect, useRef } from 'preact/hooks';
import { updateSchema } from '../language/editor-schema.ts';
import { Editor } from '../operation/editor.tsx';
import { jsonReader } from '../operation/editor-setup.ts';
import { answerFolds, answerLinks, type LinkListeners } from './answer-links.ts';

export interface ReaderProps {
  /** The tab. */
  readonly id: string;
  readonly text: string;
  readonly schema: GraphQLSchema | null;
  /** The latest listeners: an editor outlives the component that shows it. */
  readonly links: { readonly current: LinkListeners };
}

/** An answer as JSON, with links in it. */
export const Reader = ({ id, text, schema, links }: ReaderProps) => {
  const view = useRef<EditorView | null>(null);
  useEffect(() => {
    if (view.current !== null) updateSchema(view.current, schema);
  }, [id, schema]);
  return (
    <Editor
      key={id}
      id={`${id} answer`}
      text={text}
      extensions={() => [answerLinks(links), answerFolds, jsonReader('Response')]}
      onView={(made) => {
        view.current = made;
      }}
    />
  );
};

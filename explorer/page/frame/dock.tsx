import { type GraphQLSchema, OperationTypeNode } from 'graphql';
import { useState } from 'preact/hooks';
import { X } from '../../../design/icons.ts';
import type { TextEdit } from '../builder/input-edits.ts';
import type { useDocs } from '../docs/use-docs.ts';
import { IconButton } from '../widgets/icon.tsx';
import { lazily } from '../widgets/lazily.tsx';
import type { Tab } from '../work/work.ts';

/** The panels that can stand beside the operation. */
export const docked = ['Fields', 'Docs'] as const;
export type DockPanel = (typeof docked)[number];

interface DockProps {
  readonly shown: DockPanel;
  readonly schema: GraphQLSchema | null;
  readonly tab: Tab;
  readonly cursor: number;
  readonly docs: ReturnType<typeof useDocs>;
  readonly onEdit: (edit: TextEdit) => void;
  /** Opens an empty tab. */
  readonly onNew: () => void;
  readonly onClose: () => void;
}

/** The docs, or the fields to choose from, beside the operation. */
export const Dock = ({ shown, onClose, ...props }: DockProps) => (
  <section class="pane dock" aria-label={shown}>
    <div class="toolbar">
      <h2>{shown}</h2>
      <span class="space" />
      <IconButton of={X} label={`Close ${shown}`} onClick={onClose} />
    </div>
    {props.schema === null ? (
      <p class="empty">This gateway hides its schema.</p>
    ) : shown === 'Docs' ? (
      <Docs schema={props.schema} docs={props.docs} />
    ) : (
      <Builder {...props} schema={props.schema} />
    )}
  </section>
);

type WithSchema<T> = T & { readonly schema: GraphQLSchema };

const Docs = lazily(async () => (await import('../docs/docs-pane.tsx')).DocsPane);
const BuilderPane = lazily(async () => (await import('../builder/builder-pane.tsx')).BuilderPane);

const Builder = ({ tab, docs, ...props }: WithSchema<Omit<DockProps, 'shown' | 'onClose'>>) => {
  const [kind, setKind] = useState(OperationTypeNode.QUERY);
  return (
    <BuilderPane
      key={tab.id}
      {...props}
      kind={kind}
      onKind={setKind}
      text={tab.query}
      context={{ headers: tab.headers, text: `${tab.query} ${tab.variables}` }}
      onDocs={(type, field) => docs.go({ type, field })}
    />
  );
};

import { type GraphQLSchema, printSchema } from 'graphql';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ArrowLeft, ArrowRight } from '../../../design/icons.ts';
import { Download, download } from '../widgets/download.tsx';
import { IconButton } from '../widgets/icon.tsx';
import { keyed } from '../widgets/keys.tsx';
import { Nothing, Search } from '../widgets/search.tsx';
import { aboutOf, type DocsEntry, searched, typeOf } from './docs-search.ts';
import { Type } from './type-docs.tsx';
import { TypeLink } from './type-link.tsx';
import type { useDocs } from './use-docs.ts';

interface DocsPaneProps {
  readonly schema: GraphQLSchema;
  readonly docs: ReturnType<typeof useDocs>;
}

/** The documentation of the schema, with a search and links from type to type. */
export const DocsPane = ({ schema, docs: { entry, go, back, forward } }: DocsPaneProps) => {
  const [text, setText] = useState('');
  const top = useRef<HTMLDivElement>(null);
  const found = useMemo(() => searched(schema, text), [schema, text]);
  const goOn = (next: DocsEntry | null): void => {
    setText('');
    go(next);
  };
  useEffect(() => {
    setText('');
    top.current?.scrollTo(0, 0);
  }, [entry]);
  return (
    <div class="docs" ref={top}>
      <div class="search">
        <IconButton of={ArrowLeft} {...stepTo('Back', back)} />
        <IconButton of={ArrowRight} {...stepTo('Forward', forward)} />
        <Search
          label="Search the docs"
          placeholder="Search names and descriptions"
          value={text}
          onValue={setText}
        />
        <Download
          what="the schema"
          onClick={() => download('schema.graphql', printSchema(schema))}
        />
      </div>
      {text !== '' && (
        <Found schema={schema} entries={found} onEntry={goOn} onClear={() => setText('')} />
      )}
      {text === '' && entry === null && <Roots schema={schema} onEntry={goOn} />}
      {text === '' && entry !== null && <Shown schema={schema} entry={entry} onEntry={goOn} />}
    </div>
  );
};

interface DocsNavigation {
  readonly schema: GraphQLSchema;
  readonly onEntry: (entry: DocsEntry | null) => void;
}

/** A button that does nothing if there is no entry to go to. */
const stepTo = (label: string, go: (() => void) | null) =>
  ({ label, class: 'second', disabled: go === null, onClick: () => go?.() }) as const;

const Found = ({
  schema,
  entries,
  onEntry,
  onClear,
}: DocsNavigation & { readonly entries: readonly DocsEntry[]; readonly onClear: () => void }) => (
  <ul class="fields" aria-label="Found">
    {entries.length === 0 && <Nothing onClear={onClear} />}
    {entries.map((entry) => {
      const type = typeOf(schema, entry);
      return (
        <li key={`${entry.type}.${entry.field}`}>
          <button type="button" class="link" onClick={() => onEntry(entry)}>
            {entry.type}
            {entry.field !== null && <b>.{entry.field}</b>}
          </button>
          {type !== null && (
            <>
              : <TypeLink type={type} onEntry={onEntry} />
            </>
          )}
          <p class="muted">{aboutOf(schema, entry)}</p>
        </li>
      );
    })}
  </ul>
);

const Roots = ({ schema, onEntry }: DocsNavigation) => (
  <>
    <p class="muted">
      Each field shows its unit, limits and REST call. In the editor, {keyed('click')} or Alt+Enter
      on a name opens it here.
    </p>
    {[schema.getQueryType(), schema.getMutationType()].map(
      (type) =>
        type != null && (
          <Type key={type.name} schema={schema} type={type} field={null} onEntry={onEntry} />
        ),
    )}
  </>
);

const Shown = ({ schema, entry, onEntry }: DocsNavigation & { readonly entry: DocsEntry }) => {
  const type = schema.getType(entry.type);
  return (
    <>
      <button type="button" class="link" onClick={() => onEntry(null)}>
        All types
      </button>
      {type === undefined ? (
        <p class="empty">This schema has no such type.</p>
      ) : (
        <Type schema={schema} type={type} field={entry.field} onEntry={onEntry} />
      )}
    </>
  );
};

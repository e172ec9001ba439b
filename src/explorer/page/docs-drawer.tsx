import type { GraphQLNamedType, GraphQLSchema, GraphQLType } from 'graphql';
import { getNamedType, isEnumType, isUnionType, printSchema } from 'graphql';
import { useMemo, useState } from 'preact/hooks';
import type { AnyField, Entry } from './docs-search.ts';
import { fieldsOf, searched } from './docs-search.ts';
import { Drawer } from './drawer.tsx';

interface DocsDrawerProps {
  readonly schema: GraphQLSchema | null;
  /** What is shown; null for the root types. */
  readonly entry: Entry | null;
  readonly onEntry: (entry: Entry | null) => void;
}

/** The documentation of the schema, to search and to walk through from type to type. */
export const DocsDrawer = ({ schema, entry, onEntry }: DocsDrawerProps) => {
  const [text, setText] = useState('');
  const found = useMemo(() => (schema === null ? [] : searched(schema, text)), [schema, text]);
  const go = (next: Entry | null): void => {
    setText('');
    onEntry(next);
  };
  return (
    <Drawer id="docs" title="Docs" stays>
      {() =>
        schema === null ? (
          <p class="empty">This gateway does not show its schema (INTROSPECTION).</p>
        ) : (
          <>
            <div class="search">
              <input
                type="search"
                placeholder="Search types, fields and their descriptions"
                aria-label="Search the docs"
                value={text}
                onInput={({ currentTarget }) => setText(currentTarget.value)}
              />
              <button type="button" class="second" onClick={() => download(schema)}>
                Download
              </button>
            </div>
            {text !== '' && <Found entries={found} onEntry={go} />}
            {text === '' && entry === null && <Roots schema={schema} onEntry={go} />}
            {text === '' && entry !== null && <Shown schema={schema} entry={entry} onEntry={go} />}
          </>
        )
      }
    </Drawer>
  );
};

const download = (schema: GraphQLSchema): void => {
  const href = URL.createObjectURL(new Blob([printSchema(schema)], { type: 'text/plain' }));
  Object.assign(document.createElement('a'), { href, download: 'schema.graphql' }).click();
  setTimeout(URL.revokeObjectURL, 1000, href);
};

interface GoesOn {
  readonly onEntry: (entry: Entry | null) => void;
}

const Found = ({ entries, onEntry }: GoesOn & { readonly entries: readonly Entry[] }) => (
  <ul class="fields" aria-label="Found">
    {entries.length === 0 && <li class="muted">Nothing matches.</li>}
    {entries.map((entry) => (
      <li key={`${entry.type}.${entry.field}`}>
        <button type="button" class="link" onClick={() => onEntry(entry)}>
          {entry.type}
          {entry.field !== null && <b>.{entry.field}</b>}
        </button>
      </li>
    ))}
  </ul>
);

const Roots = ({ schema, onEntry }: GoesOn & { readonly schema: GraphQLSchema }) => (
  <>
    <p class="muted">
      Every field says its unit, its limits and the REST call behind it. In the editor, Ctrl or ⌘
      and a click on a name leads here.
    </p>
    {[schema.getQueryType(), schema.getMutationType()].map(
      (type) => type != null && <Type key={type.name} type={type} field={null} onEntry={onEntry} />,
    )}
  </>
);

const Shown = ({
  schema,
  entry,
  onEntry,
}: GoesOn & { readonly schema: GraphQLSchema; readonly entry: Entry }) => {
  const type = schema.getType(entry.type);
  return (
    <>
      <button type="button" class="link" onClick={() => onEntry(null)}>
        ← Beginning
      </button>
      {type === undefined ? (
        <p class="empty">There is no such type.</p>
      ) : (
        <Type type={type} field={entry.field} onEntry={onEntry} />
      )}
    </>
  );
};

interface TypeProps extends GoesOn {
  readonly type: GraphQLNamedType;
  /** The only field to show, with its arguments; null for all fields. */
  readonly field: string | null;
}

const Type = ({ type, field, onEntry }: TypeProps) => {
  const fields = fieldsOf(type).filter(({ name }) => field === null || name === field);
  return (
    <section>
      <h3>
        {field === null ? (
          type.name
        ) : (
          <>
            <button
              type="button"
              class="link"
              onClick={() => onEntry({ type: type.name, field: null })}
            >
              {type.name}
            </button>
            .{field}
          </>
        )}
      </h3>
      {field === null && <Text of={type.description} />}
      <ul class="fields">
        {fields.map((one) => (
          <Field
            key={one.name}
            type={type}
            field={one}
            isWhole={field !== null}
            onEntry={onEntry}
          />
        ))}
        {isEnumType(type) &&
          type.getValues().map(({ name, description }) => (
            <li key={name}>
              <code>{name}</code>
              <Text of={description} />
            </li>
          ))}
        {isUnionType(type) &&
          type.getTypes().map((member) => (
            <li key={member.name}>
              <TypeLink type={member} onEntry={onEntry} />
            </li>
          ))}
      </ul>
    </section>
  );
};

interface FieldProps extends GoesOn {
  readonly type: GraphQLNamedType;
  readonly field: AnyField;
  readonly isWhole: boolean;
}

const Field = ({ type, field, isWhole, onEntry }: FieldProps) => {
  const args = 'args' in field ? field.args : [];
  return (
    <li>
      <button
        type="button"
        class="link"
        onClick={() => onEntry({ type: type.name, field: field.name })}
      >
        <b>{field.name}</b>
      </button>
      {args.length > 0 && !isWhole && <span class="muted">(…)</span>}:{' '}
      <TypeLink type={field.type} onEntry={onEntry} />
      <Text of={field.description} />
      {isWhole && args.length > 0 && (
        <>
          <h4>Arguments</h4>
          <ul class="fields">
            {args.map((arg) => (
              <li key={arg.name}>
                <b>{arg.name}</b>: <TypeLink type={arg.type} onEntry={onEntry} />
                <Text of={arg.description} />
              </li>
            ))}
          </ul>
        </>
      )}
    </li>
  );
};

const TypeLink = ({ type, onEntry }: GoesOn & { readonly type: GraphQLType }) => (
  <button
    type="button"
    class="link type"
    onClick={() => onEntry({ type: getNamedType(type).name, field: null })}
  >
    {String(type)}
  </button>
);

const Text = ({ of: text }: { readonly of: string | null | undefined }) =>
  text == null || text === '' ? null : <p class="about">{text}</p>;

import type { GraphQLArgument, GraphQLInputField, GraphQLNamedType, GraphQLSchema } from 'graphql';
import {
  astFromValue,
  isAbstractType,
  isEnumType,
  isInterfaceType,
  isObjectType,
  print,
} from 'graphql';
import { type AnyField, type DocsEntry, fieldsOf } from './docs-search.ts';
import { Markdown } from './markdown.tsx';
import { TypeLink } from './type-link.tsx';

interface TypeProps {
  readonly schema: GraphQLSchema;
  readonly type: GraphQLNamedType;
  /** The only field to show, with its arguments; null for all fields. */
  readonly field: string | null;
  readonly onEntry: (entry: DocsEntry | null) => void;
}

/** A type with its fields, its values and the types that it belongs to, or one field of it. */
export const Type = ({ schema, type, field, onEntry }: TypeProps) => {
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
      {field === null && <Relations schema={schema} type={type} onEntry={onEntry} />}
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
          type.getValues().map(({ name, description, deprecationReason }) => (
            <li key={name}>
              <code>{name}</code>
              <Deprecated reason={deprecationReason} />
              <Text of={description} />
            </li>
          ))}
      </ul>
    </section>
  );
};

/** The interfaces that a type implements, and the types that it can be. */
const Relations = ({ schema, type, onEntry }: Omit<TypeProps, 'field'>) => {
  const interfaces = isObjectType(type) || isInterfaceType(type) ? type.getInterfaces() : [];
  const types = isAbstractType(type) ? schema.getPossibleTypes(type) : [];
  const all = [
    ['Implements', interfaces],
    [isInterfaceType(type) ? 'Implemented by' : 'One of', types],
  ] as const;
  return (
    <>
      {all.map(
        ([title, of]) =>
          of.length > 0 && (
            <p key={title} class="relations">
              {title}{' '}
              {of.map((one) => (
                <TypeLink key={one.name} type={one} onEntry={onEntry} />
              ))}
            </p>
          ),
      )}
    </>
  );
};

interface FieldProps extends Pick<TypeProps, 'type' | 'onEntry'> {
  readonly field: AnyField;
  readonly isWhole: boolean;
}

const Field = ({ type, field, isWhole, onEntry }: FieldProps) => {
  const args = 'args' in field ? field.args : [];
  const { call, rows } = costOf(field);
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
      {!('args' in field) && <Default of={field} />}
      <Deprecated reason={field.deprecationReason} />
      <Text of={withoutCost(field.description ?? '')} />
      {call !== null && (
        <p class="cost">
          Costs {piecesOf(call)}
          {isWhole && rows !== null && <span class="muted"> for each page. {rows}</span>}
        </p>
      )}
      {isWhole && args.length > 0 && (
        <>
          <h4>Arguments</h4>
          <ul class="fields">
            {args.map((arg) => (
              <li key={arg.name}>
                <b>{arg.name}</b>: <TypeLink type={arg.type} onEntry={onEntry} />
                <Default of={arg} />
                <Deprecated reason={arg.deprecationReason} />
                <Text of={arg.description} />
              </li>
            ))}
          </ul>
        </>
      )}
    </li>
  );
};

const Default = ({ of: { defaultValue, type } }: { of: GraphQLArgument | GraphQLInputField }) => {
  const value = defaultValue === undefined ? null : astFromValue(defaultValue, type);
  return value == null ? null : <span class="muted"> = {print(value)}</span>;
};

const Deprecated = ({ reason }: { readonly reason: string | null | undefined }) =>
  reason == null ? null : (
    <p class="warn">
      <b>Deprecated.</b> {reason}
    </p>
  );

const Text = ({ of: text }: { readonly of: string | null | undefined }) =>
  text == null || text === '' ? null : (
    <div class="muted">
      <Markdown text={text} />
    </div>
  );

/** The documented cost of a field. */
interface DocumentedCost {
  /** Its REST calls, as in `GET /12/accounts/{account_id}`; null without one. */
  readonly call: string | null;
  /** The rows of a page, in words; null if it is no list. */
  readonly rows: string | null;
}

// The last sentence, which may name several: `POST /12/a, then POST /12/b; to activate, PUT /12/c`.
const restCalls = /\s*REST: ((?:GET|POST|PUT|DELETE) \/.*?)\.?$/s;

/** The cost of a field, read from its description and from that of `first`. */
const costOf = (field: AnyField): DocumentedCost => {
  const first = 'args' in field ? field.args.find(({ name }) => name === 'first') : undefined;
  return {
    call: restCalls.exec(field.description ?? '')?.[1] ?? null,
    rows: first?.description ?? null,
  };
};

/** The calls in a text as code. */
const piecesOf = (call: string) =>
  call
    .split(/((?:[A-Z]+ )?\/\d+\/[^\s,;]+)/)
    .map((piece, at) => (at % 2 === 1 ? <code key={at}>{piece}</code> : piece));

/** A description without the parts that `costOf` shows. */
const withoutCost = (description: string): string => description.replace(restCalls, '').trim();

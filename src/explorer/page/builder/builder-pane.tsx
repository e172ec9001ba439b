import type { GraphQLCompositeType, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { OperationTypeNode } from 'graphql';
import { useEffect, useState } from 'preact/hooks';
import { documentOf, operationAt } from '../operation/places.ts';
import { Arguments } from './arguments.tsx';
import type { TextEdit } from './edits.ts';
import { isReadable, selectEdit, unselectEdit } from './edits.ts';
import type { TreeStep } from './selection.ts';
import { nameOf, nodeAt, stepsFrom, typeBehind } from './selection.ts';

interface BuilderProps {
  readonly schema: GraphQLSchema;
  readonly text: string;
  readonly cursor: number;
  readonly onEdit: (edit: TextEdit) => void;
  readonly onDocs: (type: string, field: string | null) => void;
}

const roots = [
  [OperationTypeNode.QUERY, 'Query'],
  [OperationTypeNode.MUTATION, 'Mutation'],
] as const;

/**
 * The fields of the schema as a tree of checkboxes. It is always the operation around the cursor:
 * what is checked there is written in the text, and the other way round.
 */
export const BuilderPane = (props: BuilderProps) => {
  const { schema, text, cursor } = props;
  const document = documentOf(text);
  const operation = operationAt(document, cursor);
  const [chosen, setChosen] = useState<OperationTypeNode>(OperationTypeNode.QUERY);
  const [filter, setFilter] = useState('');
  useEffect(() => {
    if (operation !== null) setChosen(operation.operation);
  }, [operation?.operation]);
  const root = operation?.operation ?? chosen;
  const type = schema.getRootType(root);
  if (!isReadable(document, text)) {
    return <p class="empty">The text has a mistake. Once it can be read, its fields show here.</p>;
  }
  return (
    <div class="builder">
      <div class="search">
        <select
          aria-label="Kind of operation"
          value={root}
          disabled={operation !== null}
          onChange={({ currentTarget }) =>
            setChosen(
              currentTarget.value === OperationTypeNode.MUTATION
                ? OperationTypeNode.MUTATION
                : OperationTypeNode.QUERY,
            )
          }
        >
          {roots.map(([kind, name]) => (
            <option value={kind} key={kind}>
              {name}
            </option>
          ))}
        </select>
        <input
          type="search"
          placeholder="Filter fields"
          aria-label="Filter fields"
          value={filter}
          onInput={({ currentTarget }) => setFilter(currentTarget.value)}
        />
      </div>
      {type != null && (
        <Branch
          {...props}
          root={root}
          operation={operation}
          type={type}
          path={[]}
          filter={filter.toLowerCase()}
        />
      )}
    </div>
  );
};

interface BranchProps extends BuilderProps {
  readonly root: OperationTypeNode;
  readonly operation: OperationDefinitionNode | null;
  readonly type: GraphQLCompositeType;
  readonly path: readonly TreeStep[];
  /** Only fields whose names contain it, and those that are selected. */
  readonly filter: string;
}

const Branch = (props: BranchProps) => {
  const { type, schema, path, filter, operation } = props;
  const steps = stepsFrom(type, schema).filter(
    (step) =>
      filter === '' ||
      nameOf(step).toLowerCase().includes(filter) ||
      nodeAt(operation, [...path, step]) !== null,
  );
  return (
    <ul class="branch">
      {steps.map((step) => (
        <Twig key={nameOf(step)} {...props} step={step} />
      ))}
      {steps.length === 0 && <li class="muted">Nothing matches.</li>}
    </ul>
  );
};

const Twig = ({ step, ...props }: BranchProps & { readonly step: TreeStep }) => {
  const { path, operation, root, text, onEdit, onDocs, type } = props;
  const here = [...path, step];
  const node = nodeAt(operation, here);
  const isChecked = node !== null;
  const [isOpen, setOpen] = useState(isChecked);
  const below = typeBehind(step);
  const name = nameOf(step);
  const args = step.kind === 'field' ? step.field.args : [];
  const typeText = step.kind === 'field' ? String(step.field.type) : step.type.name;
  const canOpen = below !== null || args.length > 0;
  const toggle = (): void => {
    const edited = { text, operation, root };
    const edit = isChecked ? unselectEdit(edited, here) : selectEdit(edited, here);
    if (edit !== null) onEdit(edit);
    if (!isChecked) setOpen(true);
  };
  return (
    <li>
      <div class="twig">
        <button
          type="button"
          class="opener"
          aria-expanded={isOpen}
          aria-label={`Fields of ${name}`}
          disabled={!canOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {canOpen ? (isOpen ? '▾' : '▸') : ''}
        </button>
        <label>
          <input type="checkbox" checked={isChecked} onChange={toggle} /> <span>{name}</span>
        </label>
        <button
          type="button"
          class="link type"
          aria-label={`${typeText}: docs of ${name}`}
          onClick={() =>
            step.kind === 'field'
              ? onDocs(type.name, step.field.name)
              : onDocs(step.type.name, null)
          }
        >
          {typeText}
        </button>
      </div>
      {isOpen && args.length > 0 && node?.kind === 'Field' && (
        <Arguments args={args} node={node} text={text} onEdit={onEdit} />
      )}
      {isOpen && below !== null && <Branch {...props} type={below} path={here} filter="" />}
    </li>
  );
};

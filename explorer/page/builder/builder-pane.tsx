import type { GraphQLCompositeType, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { OperationTypeNode } from 'graphql';
import { useEffect, useState } from 'preact/hooks';
import type { IdContext } from '../forms/id-choices.ts';
import { documentOf, operationAt } from '../language/spots.ts';
import { Select } from '../widgets/choice.tsx';
import { Search } from '../widgets/search.tsx';
import { titled } from '../words.ts';
import { isReadable, selectEdit, unselectEdit } from './edits.ts';
import type { TextEdit } from './input-edits.ts';
import { Inputs } from './inputs.tsx';
import { Row } from './row.tsx';
import { nameOf, nodeAt, stepsFrom, type TreeStep, typeBehind } from './selection.ts';

interface BuilderProps {
  readonly schema: GraphQLSchema;
  readonly text: string;
  /** The headers and texts with which ids are queried. */
  readonly context: IdContext;
  readonly cursor: number;
  /** The kind of an operation that is yet to be written. */
  readonly kind: OperationTypeNode;
  readonly onKind: (kind: OperationTypeNode) => void;
  /** Shows an empty operation instead of this one. */
  readonly onNew: () => void;
  readonly onEdit: (edit: TextEdit) => void;
  readonly onDocs: (type: string, field: string | null) => void;
}

const roots = [OperationTypeNode.QUERY, OperationTypeNode.MUTATION] as const;

/**
 * The fields of the schema as a tree of checkboxes. The tree always shows the operation around the
 * cursor, and a checkbox edits its text.
 */
export const BuilderPane = (props: BuilderProps) => {
  const { schema, text, cursor, kind, onKind, onNew } = props;
  const document = documentOf(text);
  const operation = operationAt(document, cursor);
  const [filter, setFilter] = useState('');
  useEffect(() => {
    if (operation !== null) onKind(operation.operation);
  }, [operation?.operation]);
  const root = operation?.operation ?? kind;
  const type = schema.getRootType(root);
  const choose = (value: string): void => {
    onKind(roots.find((one) => one === value) ?? root);
    if (operation !== null) onNew();
  };
  if (!isReadable(document, text)) {
    return <p class="empty">The operation is not valid. Fix it to see its fields.</p>;
  }
  return (
    <div class="builder">
      <div class="search">
        <Select
          name="Kind of operation"
          value={root}
          title="Switching opens a new tab"
          options={roots}
          wordsOf={titled}
          onChoose={choose}
        />
        <Search label="Filter fields" value={filter} onValue={setFilter} />
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
        <TreeRow key={nameOf(step)} {...props} step={step} />
      ))}
      {steps.length === 0 && <li class="muted">No matches.</li>}
    </ul>
  );
};

const TreeRow = ({ step, ...props }: BranchProps & { readonly step: TreeStep }) => {
  const { path, operation, root, text, onEdit, onDocs, type } = props;
  const here = [...path, step];
  const node = nodeAt(operation, here);
  const below = typeBehind(step);
  const name = nameOf(step);
  const args = step.kind === 'field' ? step.field.args : [];
  const toggle = (): void => {
    const edited = { text, operation, root };
    const edit = node !== null ? unselectEdit(edited, here) : selectEdit(edited, here);
    if (edit !== null) onEdit(edit);
  };
  const inside = () => (
    <>
      {args.length > 0 && node?.kind === 'Field' && (
        <ul class="branch arguments" aria-label={`Arguments of ${name}`}>
          <Inputs {...props} holder={node} slots={args} />
        </ul>
      )}
      {below !== null && <Branch {...props} type={below} path={here} filter="" />}
    </>
  );
  return (
    <Row
      name={name}
      isChecked={node !== null}
      onToggle={toggle}
      type={step.kind === 'field' ? String(step.field.type) : step.type.name}
      onDocs={() =>
        step.kind === 'field' ? onDocs(type.name, step.field.name) : onDocs(step.type.name, null)
      }
      below={below !== null || args.length > 0 ? inside : null}
    />
  );
};

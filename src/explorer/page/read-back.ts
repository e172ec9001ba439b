import type { GraphQLField, GraphQLNamedType, GraphQLSchema } from 'graphql';
import { getNamedType, getNullableType, isLeafType, isListType, isObjectType, Kind } from 'graphql';
import { argumentOf, variablesIn } from './heaviest.ts';
import { isObject } from './json.ts';
import type { Done } from './run.ts';
import type { Draft } from './work.ts';

type Field = GraphQLField<unknown, unknown>;
type Input = Readonly<Record<string, unknown>>;

const fieldsOf = (type: GraphQLNamedType | null | undefined): readonly Field[] =>
  isObjectType(type) ? Object.values(type.getFields()) : [];

const takes = (field: Field, argument: string): boolean =>
  field.args.some(({ name }) => name === argument);

/** A query for the rows of a write whose outcome is unknown; null where the schema has no field for them. */
export const readBack = (
  { operation, variables }: Done,
  key: string,
  schema: GraphQLSchema,
): Draft | null => {
  const node = operation?.selectionSet.selections.find(
    (one) => one.kind === Kind.FIELD && (one.alias ?? one.name).value === key,
  );
  if (node?.kind !== Kind.FIELD) return null;
  const input = argumentOf(node, 'input', variablesIn(variables));
  const payload = schema.getMutationType()?.getFields()[node.name.value];
  const entity = payload === undefined ? null : entityOf(getNamedType(payload.type));
  if (!isObject(input) || entity === null || typeof input['accountId'] !== 'string') return null;
  const lookUp = lookUpIn(fieldsOf(accountIn(schema)), entity, input);
  if (lookUp === null) return null;
  const query = `# What is there now. Compare it with what was written.
query ReadBack($account: ID!) {
  account(id: $account) {
    ${lookUp}
  }
}
`;
  return { query, variables: JSON.stringify({ account: input['accountId'] }, null, 2) };
};

// By its field, because the name of the type may have a prefix.
const accountIn = (schema: GraphQLSchema): GraphQLNamedType | null => {
  const account = schema.getQueryType()?.getFields()['account'];
  return account === undefined ? null : getNamedType(account.type);
};

/** The entity of a payload, or of the items of a batch. */
const entityOf = (payload: GraphQLNamedType): GraphQLNamedType | null => {
  const fields = fieldsOf(payload);
  const results = fields.find(({ name }) => name === 'results');
  const shown = results === undefined ? fields : fieldsOf(getNamedType(results.type));
  const types = shown.map(({ type }) => getNamedType(type));
  return types.find((type) => fieldsOf(type).some(({ name }) => name === 'restId')) ?? null;
};

const lookUpIn = (
  account: readonly Field[],
  entity: GraphQLNamedType,
  input: Input,
): string | null => {
  const idName = idNameOf(account, entity);
  const columns = columnsOf(entity);
  const id = input[idName];
  const item = account.find((field) => getNamedType(field.type) === entity && takes(field, 'id'));
  if (typeof id === 'string' && item !== undefined) {
    const deleted = takes(item, 'withDeleted') ? ', withDeleted: true' : '';
    return `${item.name}(id: ${JSON.stringify(id)}${deleted}) ${columns}`;
  }
  const list = account.find((field) => holds(field, entity));
  if (list === undefined) return null;
  const ids = idsIn(input, idName);
  const args = [
    'first: 20',
    takes(list, 'withDeleted') && 'withDeleted: true',
    takes(list, `${idName}s`) && ids.length > 0 && `${idName}s: ${JSON.stringify(ids)}`,
    takes(list, 'orderBy') && ids.length === 0 && 'orderBy: { field: CREATED_AT, direction: DESC }',
  ].filter((one) => one !== false);
  return `${list.name}(${args.join(', ')}) { nodes ${columns} }`;
};

/** The name of an entity's id in inputs: `campaignId` where the account has the field `campaign(id:)`. */
const idNameOf = (account: readonly Field[], entity: GraphQLNamedType): string => {
  const item = account.find((field) => getNamedType(field.type) === entity && takes(field, 'id'));
  return `${item?.name ?? entity.name.charAt(0).toLowerCase() + entity.name.slice(1)}Id`;
};

const holds = ({ type }: Field, entity: GraphQLNamedType): boolean =>
  fieldsOf(getNamedType(type)).some(
    (field) => field.name === 'nodes' && getNamedType(field.type) === entity,
  );

/** The ids of the rows that a batch changes; empty where an item creates a row. */
const idsIn = ({ operations }: Input, idName: string): readonly string[] => {
  const items = Array.isArray(operations) ? operations.filter(isObject) : [];
  const ids = items.map(({ update, delete: deleted }) => {
    const change = update ?? deleted;
    return isObject(change) ? change[idName] : undefined;
  });
  return ids.every((id) => typeof id === 'string') ? ids : [];
};

const columnsOf = (entity: GraphQLNamedType): string => {
  const plain = fieldsOf(entity).filter(({ name, type, args }) => {
    const inner = getNullableType(type);
    return (
      args.length === 0 &&
      isLeafType(isListType(inner) ? getNullableType(inner.ofType) : inner) &&
      name !== 'raw'
    );
  });
  return `{ ${plain.map(({ name }) => name).join(' ')} }`;
};

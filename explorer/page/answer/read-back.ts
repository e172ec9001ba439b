import type { GraphQLArgument, GraphQLField, GraphQLNamedType, GraphQLSchema } from 'graphql';
import { getNamedType, isObjectType, isRequiredArgument } from 'graphql';
import { isObject, type Values } from '../json.ts';
import { columnsOf } from '../language/columns.ts';
import type { EndedRun } from '../run/run.ts';
import type { Draft } from '../work/work.ts';
import { fieldOf, inputOf } from './write-input.ts';

type SchemaField = GraphQLField<unknown, unknown>;

const fieldsOf = (type: GraphQLNamedType | null | undefined): readonly SchemaField[] =>
  isObjectType(type) ? Object.values(type.getFields()) : [];

const takes = (field: SchemaField, argument: string): boolean =>
  field.args.some(({ name }) => name === argument);

/**
 * A query for the rows of a write whose outcome is unknown; null if the schema has no field for
 * them.
 */
export const readBack = (run: EndedRun, key: string, schema: GraphQLSchema): Draft | null => {
  const node = fieldOf(run, key);
  if (node === null) return null;
  const input = inputOf(run, key);
  const payload = schema.getMutationType()?.getFields()[node.name.value];
  const entity = payload === undefined ? null : entityOf(getNamedType(payload.type));
  if (input === null || entity === null || typeof input['accountId'] !== 'string') return null;
  const lookUps = lookUpsIn(fieldsOf(accountIn(schema)), entity, itemsOf(input));
  if (lookUps.length === 0) return null;
  const query = `# What is there now. Compare it with what was written.
query ReadBack($account: ID!) {
  account(id: $account) {
    ${lookUps.join('\n    ')}
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

/** The inputs of a write, one for each row: the input itself, or the items of a batch. */
const itemsOf = (input: Values): readonly Values[] => {
  const { operations } = input;
  if (!Array.isArray(operations)) return [input];
  return operations.flatMap((one) => (isObject(one) ? Object.values(one) : [])).filter(isObject);
};

/** The fields that show the written rows: changed ones by their ids, created ones as the newest. */
const lookUpsIn = (
  account: readonly SchemaField[],
  entity: GraphQLNamedType,
  items: readonly Values[],
): readonly string[] => {
  const item = account.find((field) => getNamedType(field.type) === entity && takes(field, 'id'));
  const list = account.find((field) => holds(field, entity));
  const idName = `${item?.name ?? entity.name.charAt(0).toLowerCase() + entity.name.slice(1)}Id`;
  const created = items.filter((one) => typeof one[idName] !== 'string');
  const ids = new Set(items.map((one) => one[idName]).filter((id) => typeof id === 'string'));
  const columns = `{ ${columnsOf(entity).join(' ')} }`;
  return [
    ...changedRows([...ids], { item, list, idName, columns }),
    ...newestRows(created, { list, columns }),
  ];
};

interface EntityFields {
  /** The field of one row by its id; `campaign` has the ids that inputs call `campaignId`. */
  readonly item: SchemaField | undefined;
  readonly list: SchemaField | undefined;
  readonly idName: string;
  readonly columns: string;
}

const changedRows = (
  ids: readonly string[],
  { item, list, idName, columns }: EntityFields,
): readonly string[] => {
  const isListed = list !== undefined && takes(list, `${idName}s`) && !needsMore(list);
  if (item !== undefined && (ids.length === 1 || !isListed)) {
    return ids.map((id, index) => {
      const alias = ids.length === 1 ? '' : `changed${index}: `;
      const deleted = takes(item, 'withDeleted') ? ', withDeleted: true' : '';
      return `${alias}${item.name}(id: ${JSON.stringify(id)}${deleted}) ${columns}`;
    });
  }
  if (!isListed || ids.length === 0) return [];
  const args = [`first: ${ids.length}`, `${idName}s: ${JSON.stringify(ids)}`, ...hidden(list)];
  return [`changed: ${list.name}(${args.join(', ')}) { nodes ${columns} }`];
};

/** The number of newest rows that are shown, unless more were created. */
const usualRows = 20;

const newestRows = (
  created: readonly Values[],
  { list, columns }: Pick<EntityFields, 'list' | 'columns'>,
): readonly string[] => {
  if (list === undefined || created.length === 0) return [];
  const required = list.args.filter(isRequiredArgument);
  const parents = required.map((argument) => parentsIn(created, argument));
  if (parents.includes(null)) return [];
  const args = [
    `first: ${Math.max(usualRows, created.length)}`,
    ...parents,
    ...hidden(list),
    ...(takes(list, 'orderBy') ? ['orderBy: { field: CREATED_AT, direction: DESC }'] : []),
  ];
  return [`newest: ${list.name}(${args.join(', ')}) { nodes ${columns} }`];
};

const needsMore = ({ args }: SchemaField): boolean => args.some(isRequiredArgument);

/** An argument such as `lineItemIds`, with the `lineItemId` of each row; null if a row has none. */
const parentsIn = (created: readonly Values[], { name }: GraphQLArgument): string | null => {
  const ids = new Set(created.map((one) => one[name.replace(/s$/, '')]));
  const isWhole = [...ids].every((id) => typeof id === 'string');
  return isWhole ? `${name}: ${JSON.stringify([...ids])}` : null;
};

/** The arguments that show rows which a list leaves out. */
const hidden = (list: SchemaField): readonly string[] =>
  ['withDeleted', 'withDraft'].filter((name) => takes(list, name)).map((name) => `${name}: true`);

const holds = ({ type }: SchemaField, entity: GraphQLNamedType): boolean =>
  fieldsOf(getNamedType(type)).some(
    (field) => field.name === 'nodes' && getNamedType(field.type) === entity,
  );

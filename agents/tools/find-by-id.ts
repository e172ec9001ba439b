import { sameId } from '../../src/upstream/catalogue/language/identifiers.ts';
import type { ToolAnswer } from '../answers/table.ts';
import { wrongArguments } from '../tool-error.ts';
import type { FindInput } from './find-input.ts';
import { cellsOf, columns, type FoundKind, type FoundRow, fieldsOf } from './find-lists.ts';
import { type ToolCall, tableOf } from './tool.ts';

/** The global ids of a kind. Ids of the API need their account. */
export const globalIds = (
  type: string,
  { ids, account }: { readonly ids: readonly string[]; readonly account?: string | undefined },
): readonly string[] => {
  const accountId = account?.replace(/^Account:/i, '');
  const faults = ids.flatMap((id, index) => {
    const argument = `ids[${index}]`;
    if (!id.includes(':')) {
      if (accountId !== undefined) return [];
      return [{ argument, message: 'An id without its account needs the argument account.' }];
    }
    const [own, ofAccount] = id.split(':');
    if (own !== type) return [{ argument, message: `This is not the id of a ${type}.` }];
    const isOther = accountId !== undefined && !sameId(ofAccount ?? '', accountId);
    return isOther ? [{ argument, message: 'This id belongs to another account.' }] : [];
  });
  if (faults.length > 0) throw wrongArguments(faults);
  return ids.map((id) => (id.includes(':') ? id : `${type}:${accountId}:${id}`));
};

/** Finds things of one kind by their ids. */
export const findById = async (
  kind: FoundKind,
  { ids, account, text, state }: FindInput & { readonly ids: readonly string[] },
  call: ToolCall,
): Promise<ToolAnswer> => {
  const { type } = kind;
  const global = globalIds(type, { ids, account });
  const document = `query FindByIds($ids: [ID!]!) {
    nodes(ids: $ids) { ... on ${call.typeNamed(type)} { ${fieldsOf(kind)} } }
  }`;
  const found = await call.graph.query<{ readonly nodes: readonly (FoundRow | null)[] }>({
    text: document,
    variables: { ids: global },
  });
  const { nodes } = found.data;
  const rows = nodes.flatMap((node) =>
    node === null || !isMatch(node, { text, state }) ? [] : [cellsOf(kind, node)],
  );
  const missing = ids.filter((_, index) => nodes[index] === null);
  const notes = missing.length > 0 ? [`There is no ${type} ${missing.join(', ')}.`] : [];
  return tableOf({ columns, rows, notes }, call, [found]);
};

/** True if a row has the text in its name, and the state. */
export const isMatch = (
  { name, state }: Pick<FoundRow, 'name' | 'state'>,
  wanted: Pick<FindInput, 'text' | 'state'>,
): boolean =>
  (wanted.state === undefined || state === wanted.state) &&
  (wanted.text === undefined || (name ?? '').toLowerCase().includes(wanted.text.toLowerCase()));

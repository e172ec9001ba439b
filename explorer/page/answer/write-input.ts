import { Kind } from 'graphql';
import { isObject, type Values } from '../json.ts';
import { argumentOf, variablesIn } from '../operation/heaviest.ts';
import type { EndedRun } from '../run/run.ts';

/** A field of a run by its name in the answer; null if it is in a fragment. */
export const fieldOf = ({ operation }: Pick<EndedRun, 'operation'>, key: string) => {
  const node = operation?.selectionSet.selections.find(
    (one) => one.kind === Kind.FIELD && (one.alias ?? one.name).value === key,
  );
  return node?.kind === Kind.FIELD ? node : null;
};

/** The value of `input` of a write in a run; null if it is not known. */
export const inputOf = (
  run: Pick<EndedRun, 'operation' | 'variables'>,
  key: string,
): Values | null => {
  const node = fieldOf(run, key);
  const input = node === null ? null : argumentOf(node, 'input', variablesIn(run.variables));
  return isObject(input) ? input : null;
};

/** The action of each item of a batch: `create “Autumn sale”`, `update cik3s001`. */
export const itemTitles = (input: Values | null): readonly string[] => {
  const operations = input?.['operations'];
  if (!Array.isArray(operations)) return [];
  return operations.map((one: unknown) => {
    const [action, value] = isObject(one) ? (Object.entries(one)[0] ?? ['', null]) : ['', null];
    if (!isObject(value)) return action;
    const [, id] = Object.entries(value).find(([name]) => /[a-z]Id$/.test(name)) ?? [];
    const name = value['name'];
    if (action !== 'create' && typeof id === 'string') return `${action} ${id}`;
    return typeof name === 'string' ? `${action} “${name}”` : action;
  });
};

import type { IEnvironment } from 'relay-runtime';
import { ConnectionHandler, commitLocalUpdate } from 'relay-runtime';

interface Shown {
  readonly made: { readonly id: string } | null | undefined;
  /** A field of the list that the row does not have yet, with its arguments. */
  readonly without?: readonly [field: string, args: object];
}

/**
 * Shows a new row as the first of a list, once; does nothing without a row. Unlike `@prependEdge`,
 * it accepts a write that was refused.
 */
export const showFirst = (
  environment: IEnvironment,
  connection: string,
  { made, without }: Shown,
): void =>
  commitLocalUpdate(environment, (store) => {
    const [list, row] = [store.get(connection), made && store.get(made.id)];
    const edges = list?.getLinkedRecords('edges') ?? [];
    const isShown = edges.some((edge) => edge?.getLinkedRecord('node') === row);
    if (!list || !row || isShown) return;
    if (without !== undefined) row.setValue(null, ...without);
    const edge = ConnectionHandler.createEdge(store, list, row, `${row.getType()}Edge`);
    ConnectionHandler.insertEdgeBefore(list, edge);
  });

import type { IEnvironment } from 'relay-runtime';
import { ConnectionHandler, commitLocalUpdate } from 'relay-runtime';

/**
 * Shows a new row as the first of a list, once; nothing where there is none. Unlike `@prependEdge`
 * it is content with a write that was refused.
 */
export const showFirst = (
  environment: IEnvironment,
  connection: string,
  made: { readonly id: string } | null | undefined,
): void =>
  commitLocalUpdate(environment, (store) => {
    const [list, row] = [store.get(connection), made && store.get(made.id)];
    const edges = list?.getLinkedRecords('edges') ?? [];
    const isShown = edges.some((edge) => edge?.getLinkedRecord('node') === row);
    if (!list || !row || isShown) return;
    const edge = ConnectionHandler.createEdge(store, list, row, `${row.getType()}Edge`);
    ConnectionHandler.insertEdgeBefore(list, edge);
  });

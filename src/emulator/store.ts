/** A stored row. It is immutable: a change replaces it. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** The rows of one entity in one account. */
interface Table {
  readonly rows: Map<string, StoredRow>;
  readonly indexes: Map<string, Map<string, Map<string, StoredRow>>>;
  readonly views: Map<string, readonly StoredRow[]>;
}

/** All rows, by entity and account. The rows of an account are created when it is first used. */
export interface Store {
  /** All rows in the order of their creation, including deleted ones. */
  readonly rows: (entity: string, accountId: string | null) => readonly StoredRow[];
  /** The row with this id, deleted or not; undefined where there is none. */
  readonly find: (entity: string, accountId: string | null, id: string) => StoredRow | undefined;
  /** The rows with a value in a column, found by an index that ignores case. */
  readonly by: (where: Where, value: unknown) => Iterable<StoredRow>;
  /** The list that `make` gives, kept under `key` until a row of that entity and account changes. */
  readonly view: (
    where: Omit<Where, 'column'>,
    key: string,
    make: () => readonly StoredRow[],
  ) => readonly StoredRow[];
  /** Adds a row, or replaces the row with the same identifier at its position. */
  readonly insert: (entity: string, accountId: string | null, row: StoredRow) => StoredRow;
  readonly remove: (entity: string, accountId: string | null, id: string) => void;
  readonly clear: (entity: string, accountId: string | null) => void;
  /** Runs `work`; where it throws, all its changes are undone. */
  readonly atomically: <T>(work: () => T) => T;
}

export interface Where {
  readonly entity: string;
  readonly accountId: string | null;
  readonly column: string;
}

/** Rows by entity name, in the order of their creation. */
export type Rows = Readonly<Record<string, readonly StoredRow[]>>;

interface StoreOptions {
  /** The column that identifies the rows of an entity. */
  readonly keyOf: (entity: string) => string;
  /** The first rows of an account; null gives those outside accounts. */
  readonly fill: (accountId: string | null) => Rows;
}

const maxViews = 64;
const fold = (value: unknown): string => String(value).toLowerCase();

export const createStore = (options: StoreOptions): Store => {
  const tableOf = createTables(options);
  const { atomically, change } = createJournal();
  return { ...reading(tableOf), ...writing(tableOf, change, options.keyOf), atomically };
};

type TableOf = (entity: string, accountId: string | null) => Table;
type Change = (table: Table, key: string, row: StoredRow | undefined) => void;

const createTables = ({ keyOf, fill }: StoreOptions): TableOf => {
  const accounts = new Map<string | null, Map<string, Table>>();
  const tablesOf = (accountId: string | null): Map<string, Table> => {
    const known = accounts.get(accountId);
    if (known !== undefined) return known;
    const tables = new Map<string, Table>();
    accounts.set(accountId, tables);
    for (const [entity, rows] of Object.entries(fill(accountId))) {
      tables.set(entity, createTable(rows, keyOf(entity)));
    }
    return tables;
  };
  return (entity, accountId) => {
    const tables = tablesOf(accountId?.toLowerCase() ?? null);
    const table = tables.get(entity) ?? createTable([], keyOf(entity));
    tables.set(entity, table);
    return table;
  };
};

/** Records changes while `atomically` runs, so that they can be undone. */
const createJournal = (): Pick<Store, 'atomically'> & { readonly change: Change } => {
  let undo: (() => void)[] | null = null;
  return {
    change: (table, key, row) => {
      const before = put(table, key, row);
      undo?.push(() => put(table, key, before));
    },
    atomically: (work) => {
      if (undo !== null) return work();
      const steps: (() => void)[] = [];
      undo = steps;
      try {
        return work();
      } catch (error) {
        for (const step of steps.reverse()) step();
        throw error;
      } finally {
        undo = null;
      }
    },
  };
};

const reading = (tableOf: TableOf): Pick<Store, 'rows' | 'find' | 'by' | 'view'> => ({
  rows: (entity, accountId) => {
    const table = tableOf(entity, accountId);
    return viewOf(table, '', () => [...table.rows.values()]);
  },
  find: (entity, accountId, id) => tableOf(entity, accountId).rows.get(fold(id)),
  by: ({ entity, accountId, column }, value) =>
    indexOf(tableOf(entity, accountId), column).get(fold(value))?.values() ?? [],
  view: ({ entity, accountId }, key, make) => viewOf(tableOf(entity, accountId), key, make),
});

const writing = (
  tableOf: TableOf,
  change: Change,
  keyOf: StoreOptions['keyOf'],
): Pick<Store, 'insert' | 'remove' | 'clear'> => ({
  insert: (entity, accountId, row) => {
    const kept = Object.freeze({ ...row });
    change(tableOf(entity, accountId), fold(row[keyOf(entity)]), kept);
    return kept;
  },
  remove: (entity, accountId, id) => {
    const table = tableOf(entity, accountId);
    if (table.rows.has(fold(id))) change(table, fold(id), undefined);
  },
  clear: (entity, accountId) => {
    const table = tableOf(entity, accountId);
    for (const key of [...table.rows.keys()]) change(table, key, undefined);
  },
});

const createTable = (rows: readonly StoredRow[], keyColumn: string): Table => ({
  rows: new Map(rows.map((row) => [fold(row[keyColumn]), row])),
  indexes: new Map(),
  views: new Map(),
});

const viewOf = (
  { views }: Table,
  key: string,
  make: () => readonly StoredRow[],
): readonly StoredRow[] => {
  const kept = views.get(key);
  if (kept !== undefined) return kept;
  if (views.size >= maxViews) views.clear();
  const made = make();
  views.set(key, made);
  return made;
};

const indexOf = (table: Table, column: string): Map<string, Map<string, StoredRow>> => {
  const kept = table.indexes.get(column);
  if (kept !== undefined) return kept;
  const index = new Map<string, Map<string, StoredRow>>();
  for (const [key, row] of table.rows) enter(index, fold(row[column]), { key, row });
  table.indexes.set(column, index);
  return index;
};

const enter = (
  index: Map<string, Map<string, StoredRow>>,
  value: string,
  { key, row }: { readonly key: string; readonly row: StoredRow },
): void => {
  const bucket = index.get(value);
  if (bucket === undefined) index.set(value, new Map([[key, row]]));
  else bucket.set(key, row);
};

/** Stores a row, or removes it where `row` is undefined; updates the indexes, and returns the row that was there before. */
const put = (table: Table, key: string, row: StoredRow | undefined): StoredRow | undefined => {
  const before = table.rows.get(key);
  table.views.clear();
  if (row === undefined) table.rows.delete(key);
  else table.rows.set(key, row);
  for (const [column, index] of table.indexes) {
    const left = before === undefined ? null : fold(before[column]);
    const entered = row === undefined ? null : fold(row[column]);
    if (left !== null && left !== entered) index.get(left)?.delete(key);
    if (entered !== null && row !== undefined) enter(index, entered, { key, row });
  }
  return before;
};

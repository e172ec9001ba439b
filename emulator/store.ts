/** A stored row. It is immutable: a change replaces it. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** A row that changed: undefined before its creation, and after its removal. */
export interface StoredChange {
  readonly entity: string;
  readonly accountId: string | null;
  readonly before: StoredRow | undefined;
  readonly after: StoredRow | undefined;
}

/** The rows of one entity in one account. */
interface StoredTable extends Pick<StoredChange, 'entity' | 'accountId'> {
  readonly rows: Map<string, StoredRow>;
  readonly indexes: Map<string, Map<string, Map<string, StoredRow>>>;
  readonly views: Map<string, readonly StoredRow[]>;
}

/** All rows, by entity and account. The rows of an account are created when it is first used. */
export interface RowStore {
  /** All rows in the order of their creation, including deleted ones. */
  readonly rows: (entity: string, accountId: string | null) => readonly StoredRow[];
  /** The row with this id, deleted or not; undefined if there is none. */
  readonly find: (entity: string, accountId: string | null, id: string) => StoredRow | undefined;
  /** The rows with a value in a column, found by an index that ignores case. */
  readonly by: (where: TablePlace, value: unknown) => Iterable<StoredRow>;
  /** The result of `make`, cached under `key` until a row of that entity and account changes. */
  readonly view: (
    where: Pick<TablePlace, 'entity' | 'accountId'>,
    key: string,
    make: () => readonly StoredRow[],
  ) => readonly StoredRow[];
  /** Adds a row, or replaces the row with the same identifier at its position. */
  readonly insert: (entity: string, accountId: string | null, row: StoredRow) => StoredRow;
  readonly remove: (entity: string, accountId: string | null, id: string) => void;
  readonly clear: (entity: string, accountId: string | null) => void;
  /**
   * Runs `work` as a transaction: if it throws, its changes are undone. If it returns, `settle`
   * gets each changed row once, with its old and new version.
   */
  readonly atomically: <T>(work: () => T, settle?: Settle) => T;
}

type Settle = (changes: readonly StoredChange[]) => void;

export interface TablePlace {
  readonly entity: string;
  readonly accountId: string | null;
  readonly column: string;
}

/** Rows by entity name, in the order of their creation. */
export type Rows = Readonly<Record<string, readonly StoredRow[]>>;

/** The keys of rows that were added or changed, by entity. */
export type RowKeys = Readonly<Record<string, readonly string[]>>;

interface StoreOptions {
  /** The column that identifies the rows of an entity. */
  readonly keyOf: (entity: string) => string;
  /** The first rows of an account; null returns those outside accounts. */
  readonly fill: (accountId: string | null) => Rows;
}

const maxViews = 64;
/** A value as text in lower case, because the API ignores the case of ids and of most texts. */
export const fold = (value: unknown): string => String(value).toLowerCase();

export const createStore = (options: StoreOptions): RowStore => {
  const tableOf = createTables(options);
  const { atomically, change } = createJournal();
  return { ...reading(tableOf), ...writing(tableOf, change, options.keyOf), atomically };
};

type TableOf = (entity: string, accountId: string | null) => StoredTable;
type OnChange = (table: StoredTable, key: string, row: StoredRow | undefined) => void;

const createTables = ({ keyOf, fill }: StoreOptions): TableOf => {
  const accounts = new Map<string | null, { rows: Rows; tables: Map<string, StoredTable> }>();
  return (entity, accountId) => {
    const home = { entity, accountId: accountId?.toLowerCase() ?? null };
    const account = accounts.get(home.accountId) ?? {
      rows: fill(home.accountId),
      tables: new Map<string, StoredTable>(),
    };
    accounts.set(home.accountId, account);
    const { rows, tables } = account;
    const table = tables.get(entity) ?? createTable(home, rows[entity] ?? [], keyOf(entity));
    tables.set(entity, table);
    return table;
  };
};

/** One step of the journal: the row that a change replaced. */
interface JournalStep {
  readonly table: StoredTable;
  readonly key: string;
  readonly before: StoredRow | undefined;
}

/** Records changes while `atomically` runs, so that they can be undone and reported. */
const createJournal = (): Pick<RowStore, 'atomically'> & { readonly change: OnChange } => {
  let journal: JournalStep[] | null = null;
  return {
    change: (table, key, row) => {
      const before = put(table, key, row);
      journal?.push({ table, key, before });
    },
    atomically: (work, settle) => {
      const outer = journal;
      const steps = outer ?? [];
      const first = steps.length;
      journal = steps;
      try {
        const done = work();
        settle?.(changesIn(steps.slice(first)));
        return done;
      } catch (error) {
        for (const { table, key, before } of steps.splice(first).reverse()) put(table, key, before);
        throw error;
      } finally {
        journal = outer;
      }
    },
  };
};

/** The combined changes of the steps: a row that changed several times counts once. */
const changesIn = (steps: readonly JournalStep[]): readonly StoredChange[] => {
  const seen = new Map<StoredTable, Set<string>>();
  return steps.flatMap(({ table, key, before }) => {
    const keys = seen.get(table) ?? new Set();
    if (keys.has(key)) return [];
    seen.set(table, keys.add(key));
    const { entity, accountId } = table;
    return [{ entity, accountId, before, after: table.rows.get(key) }];
  });
};

const reading = (tableOf: TableOf): Pick<RowStore, 'rows' | 'find' | 'by' | 'view'> => ({
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
  change: OnChange,
  keyOf: StoreOptions['keyOf'],
): Pick<RowStore, 'insert' | 'remove' | 'clear'> => ({
  insert: (entity, accountId, row) => {
    const stored = Object.freeze({ ...row });
    change(tableOf(entity, accountId), fold(row[keyOf(entity)]), stored);
    return stored;
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

const createTable = (
  home: Pick<StoredChange, 'entity' | 'accountId'>,
  rows: readonly StoredRow[],
  keyColumn: string,
): StoredTable => ({
  ...home,
  rows: new Map(rows.map((row) => [fold(row[keyColumn]), row])),
  indexes: new Map(),
  views: new Map(),
});

const viewOf = (
  { views }: StoredTable,
  key: string,
  make: () => readonly StoredRow[],
): readonly StoredRow[] => {
  const stored = views.get(key);
  if (stored !== undefined) return stored;
  if (views.size >= maxViews) views.clear();
  const made = make();
  views.set(key, made);
  return made;
};

const indexOf = (table: StoredTable, column: string): Map<string, Map<string, StoredRow>> => {
  const stored = table.indexes.get(column);
  if (stored !== undefined) return stored;
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

/**
 * Stores a row, or removes it if `row` is undefined; updates the indexes, and returns the previous
 * row.
 */
const put = (
  table: StoredTable,
  key: string,
  row: StoredRow | undefined,
): StoredRow | undefined => {
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

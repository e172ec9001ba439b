import type { Endpoint } from '../upstream/catalogue/language/endpoint.ts';
import type { Path, Values } from '../upstream/catalogue/language/values.ts';
import type { Row } from '../upstream/client/row.ts';

/** A write as its line shows it. */
export interface AuditedWrite {
  readonly endpoint: Endpoint;
  readonly input: Values;
  /** The argument of a parameter, from the input down, as the client wrote it. */
  readonly argumentAt: (path: Path) => string;
  /** The rows that it makes or changes, as far as its input shows them; one for each change. */
  readonly rows: readonly Row[];
  /** The rows as they were read before, by their index in a batch, which is null for no batch. */
  readonly before: ReadonlyMap<number | null, Row>;
  readonly key: string | null;
  /** The response key of the root field that sends it. */
  readonly root: string;
}

/** The end of a write. */
export interface AuditEnd {
  readonly outcome: string;
  readonly rows: readonly Row[];
  readonly transaction: string | null;
  readonly errors: readonly { readonly code: string; readonly argument?: string | undefined }[];
}

/** The source of a write's end: the API, from which it was read back, or the record of its key. */
export interface EndSource {
  readonly isReadBack: boolean;
}

/** A line of the log and of AUDIT_FILE. */
export interface AuditLine {
  readonly time: string;
  /** The id of the request. */
  readonly request: string;
  readonly mutation: string;
  /** The account's id in the REST API; null for a write that is in none. */
  readonly account: string | null;
  /** The ids, in the REST API, of what was made, changed or deleted. */
  readonly ids: readonly string[];
  /** `id` is there in batches alone; `before` only if the row was read. */
  readonly changes: readonly {
    readonly id?: string | null;
    readonly field: string | null;
    readonly before?: unknown;
    readonly after: unknown;
  }[];
  readonly caller: {
    readonly user: string | null;
    readonly key: string | null;
    readonly agent: string | null;
    readonly plan: string | null;
    readonly address: string | null;
  };
  readonly key: string | null;
  readonly outcome: string;
  readonly repeated: boolean;
  readonly transaction: string | null;
  readonly errors: AuditEnd['errors'];
}

/** A line of a request, for its summary in the log. */
export type NotedWrite = Pick<AuditLine, 'account' | 'ids' | 'repeated'> & {
  readonly root: string;
};

/** Records the writes of one request. */
export interface Audit {
  /**
   * Records a write before it is sent; the result is called with its end. Rejects with
   * STATE_STORE_UNAVAILABLE if AUDIT_FILE cannot be written: then the write must not be sent.
   */
  readonly begin: (write: AuditedWrite) => Promise<(end: AuditEnd) => Promise<void>>;
  /**
   * Records that a write was not sent again: its key tells how it ended or, if it was read back,
   * the API did.
   */
  readonly repeated: (write: AuditedWrite, end: AuditEnd & EndSource) => Promise<void>;
}

/** For requests that send no writes. */
export const noAudit: Audit = {
  begin: async () => async () => undefined,
  repeated: async () => undefined,
};

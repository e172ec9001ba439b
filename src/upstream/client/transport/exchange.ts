import type { Dispatcher } from 'undici';
import type { Headers } from '../answer/rate-limit.ts';

/** What a server answered: the whole of it, not yet decoded. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/**
 * Why no reply came: no connection, or none that can be trusted; cut by the peer; against HTTP or longer than allowed;
 * out of time; the caller left.
 */
export type LossKind =
  | 'connect'
  | 'certificate'
  | 'reset'
  | 'protocol'
  | 'oversize'
  | 'deadline'
  | 'cancelled';

/** A request without a reply. `sent` is false only where no byte can have left. */
export class Loss extends Error {
  override readonly name = 'Loss';
  readonly kind: LossKind;
  readonly sent: boolean;
  /** True where a connection that had served before was cut without a sign of a reply: it was idle for too long. */
  readonly stale: boolean;

  constructor(kind: LossKind, facts: { sent: boolean; stale?: boolean; cause?: unknown }) {
    super(kind, { cause: facts.cause });
    this.kind = kind;
    this.sent = facts.sent;
    this.stale = facts.stale ?? false;
  }
}

/** A connection: how many requests it has had, so that a reused one is told from a fresh one, and the one it has now. */
export interface Line {
  served: number;
  exchange: Exchange | null;
}

const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return typeof code === 'string' ? code : '';
};

const maxInterimReplies = 8;

/** One request on its way: undici tells it what happens, and it settles once, with a reply or a loss. */
export class Exchange implements Dispatcher.DispatchHandler {
  /** Set by the connection that takes the request on. */
  line: Line | null = null;
  /** Set likewise: hears that the connection is free again. */
  whenDone: () => void = () => undefined;
  readonly #maxBytes: number;
  readonly #outlivesCaller: boolean;
  readonly #chunks: Buffer[] = [];
  readonly #promised = Promise.withResolvers<Reply>();
  #controller: Dispatcher.DispatchController | null = null;
  #status = 0;
  #headers: Headers = {};
  #size = 0;
  #interim = 0;
  #reused = false;
  #settled = false;

  constructor(facts: { readonly maxBytes: number; readonly outlivesCaller: boolean }) {
    this.#maxBytes = facts.maxBytes;
    this.#outlivesCaller = facts.outlivesCaller;
  }

  /** The reply; rejects with a Loss. */
  get reply(): Promise<Reply> {
    return this.#promised.promise;
  }

  get isSettled(): boolean {
    return this.#settled;
  }

  /** True until the head of an answer has come. */
  get isUnanswered(): boolean {
    return this.#status === 0;
  }

  /** Ends the exchange, without a reply unless a status has already refused. What has not left yet never will. */
  cut(kind: LossKind, cause?: unknown): void {
    if (this.#settled) return;
    // The status is the verdict: whatever becomes of the body, a refusal stays one.
    if (this.#status >= 300 && kind !== 'cancelled') {
      this.#answer();
      this.#controller?.abort(new Error(kind));
      return;
    }
    this.#settled = true;
    const sent = this.#controller !== null;
    const stale = kind === 'reset' && this.#reused && this.#status === 0;
    const loss = new Loss(kind, { sent, stale, cause });
    this.#promised.reject(loss);
    this.#controller?.abort(loss);
  }

  /** The caller is gone: a read ends, and so does a write that has not left yet. */
  abandon(): void {
    if (this.#controller === null || !this.#outlivesCaller) this.cut('cancelled');
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Whoever waited in the queue for too long is turned away here, before a byte is written.
    if (this.#settled) {
      controller.abort(new Error('no longer wanted'));
      return;
    }
    this.#controller = controller;
    if (this.line !== null) {
      this.#reused = this.line.served > 0;
      this.line.served += 1;
    }
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (status < 200) {
      this.#interim += 1;
      if (this.#interim > maxInterimReplies) this.cut('protocol');
      return;
    }
    this.#status = status;
    this.#headers = headers;
    if (Number(headers['content-length']) > this.#maxBytes) this.cut('oversize');
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#maxBytes) this.cut('oversize');
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#answer();
    this.#release();
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    this.cut(this.#kindOf(error), error);
    this.#release();
  }

  #release(): void {
    const { whenDone } = this;
    this.whenDone = () => undefined;
    // The connection itself is done with this request only when undici's call has returned.
    queueMicrotask(whenDone);
  }

  #answer(): void {
    if (this.#settled) return;
    this.#settled = true;
    const [first] = this.#chunks;
    const body =
      first !== undefined && this.#chunks.length === 1
        ? first
        : Buffer.concat(this.#chunks, this.#size);
    this.#promised.resolve({ status: this.#status, headers: this.#headers, body });
  }

  #kindOf(error: Error): LossKind {
    const code = codeOf(error);
    if (this.#controller === null) {
      return /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/.test(code) ? 'certificate' : 'connect';
    }
    if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'protocol';
    // Once the headers stood, what the parser minds is nearly always a body that ended too early.
    return error.name === 'HTTPParserError' && this.#status === 0 ? 'protocol' : 'reset';
  }
}

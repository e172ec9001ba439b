import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { freeMemory } from '../free-memory.ts';
import { afterInput, atOnceOrSoon } from '../pace.ts';
import { type Headers, headerOf } from '../response/headers.ts';

/** A complete response, not yet decoded. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/**
 * The reason why there is no response: no connection; an invalid certificate; a connection that the
 * server cut; not HTTP; too long; out of time; the caller left.
 */
export type LossKind =
  | 'connect'
  | 'certificate'
  | 'reset'
  | 'protocol'
  | 'oversize'
  | 'deadline'
  | 'cancelled';

/** A request without a response. `sent` is false only if nothing was sent. */
export class Loss extends Error {
  override readonly name = 'Loss';
  readonly kind: LossKind;
  readonly sent: boolean;
  /** True if a reused connection was cut before any response: it was probably closed already. */
  readonly stale: boolean;

  constructor(kind: LossKind, facts: { sent: boolean; stale?: boolean; cause?: unknown }) {
    super(kind, { cause: facts.cause });
    this.kind = kind;
    this.sent = facts.sent;
    this.stale = facts.stale ?? false;
  }
}

/** A connection: the number of its requests so far, and the current one. */
export interface ConnectionLine {
  served: number;
  exchange: UpstreamExchange | null;
}

const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return typeof code === 'string' ? code : '';
};

const maxInterimReplies = 8;

// A longer response is read at once; a shorter one at the end of the turn (see `afterInput`).
const shortReplyBytes = 4096;

/** One running request, as a handler of undici. It settles once, with a response or a loss. */
export class UpstreamExchange implements Dispatcher.DispatchHandler {
  /** Set by the connection that takes the request. */
  line: ConnectionLine | null = null;
  /** Also set by it: called when the connection is free again. */
  whenDone: () => void = () => undefined;
  readonly #maxBytes: number;
  readonly #outlivesCaller: boolean;
  readonly #chunks: Buffer[] = [];
  readonly #promised = Promise.withResolvers<RawResponse>();
  #controller: Dispatcher.DispatchController | null = null;
  #status = 0;
  #headers: Headers = {};
  #size = 0;
  #interim = 0;
  #reused = false;
  #settled = false;
  #stopWaiting: (() => void) | null = null;

  constructor(facts: { readonly maxBytes: number; readonly outlivesCaller: boolean }) {
    this.#maxBytes = facts.maxBytes;
    this.#outlivesCaller = facts.outlivesCaller;
  }

  /** The response; rejects with a Loss. */
  get reply(): Promise<RawResponse> {
    return this.#promised.promise;
  }

  get isSettled(): boolean {
    return this.#settled;
  }

  /** True until the status has arrived. */
  get isUnanswered(): boolean {
    return this.#status === 0;
  }

  /** Ends the exchange at a deadline, and when its caller leaves, unless it has settled before. */
  endBy(deadline: number, watch: Watch): void {
    const left = Math.max(1, deadline - performance.now());
    const timer = setTimeout(() => this.cut('deadline'), left);
    const unwatch = watch(this);
    this.#stopWaiting = () => {
      clearTimeout(timer);
      unwatch();
    };
  }

  /**
   * Ends the exchange with a loss. After a status of 300 or more, it ends with a response that
   * holds the part of the body that has arrived. A request that has not been sent is never sent
   * then.
   */
  cut(kind: LossKind, cause?: unknown): void {
    if (this.#settled) return;
    // A refusal needs no body.
    if (this.#status >= 300 && kind !== 'cancelled') {
      this.#answer();
      this.#controller?.abort(new Error(kind));
      return;
    }
    this.#settle();
    const sent = this.#controller !== null;
    const stale = kind === 'reset' && this.#reused && this.#status === 0;
    const loss = new Loss(kind, { sent, stale, cause });
    this.#promised.reject(loss);
    this.#controller?.abort(loss);
  }

  /** Ends a read whose caller has left, and a write that has not been sent yet. */
  abandon(): void {
    if (this.#controller === null || !this.#outlivesCaller) this.cut('cancelled');
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // A request that waited in the queue for too long ends here, before anything is written.
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
    // The connection is free only after undici's call has returned.
    queueMicrotask(whenDone);
  }

  #settle(): void {
    this.#settled = true;
    this.#stopWaiting?.();
  }

  #answer(): void {
    if (this.#settled) return;
    this.#settle();
    const reply = { status: this.#status, headers: this.#headers, body: this.#takeBody() };
    const begin = this.#size > shortReplyBytes ? atOnceOrSoon : afterInput;
    begin(() => this.#promised.resolve(reply));
  }

  #takeBody(): Buffer {
    const chunks = this.#chunks;
    const [only] = chunks;
    if (only !== undefined && chunks.length === 1) return only;
    const body = Buffer.concat(chunks, this.#size);
    // undici's parser is still using the last of them.
    queueMicrotask(() => freeMemory(chunks));
    return body;
  }

  #kindOf(error: Error): LossKind {
    const code = codeOf(error);
    if (this.#controller === null) {
      return /CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)/.test(code) ? 'certificate' : 'connect';
    }
    if (code === 'UND_ERR_HEADERS_OVERFLOW') return 'protocol';
    // After the headers, a parser error nearly always means that the body ended too early.
    return error.name === 'HTTPParserError' && this.#status === 0 ? 'protocol' : 'reset';
  }
}

/** Abandons an exchange when its caller leaves, until the returned function is called. */
export type Watch = (exchange: UpstreamExchange) => () => void;

/** One listener on a signal for all exchanges of a request: hundreds are slow and warn. */
export const watchSignal = (signal: AbortSignal): Watch => {
  const watched = new Set<UpstreamExchange>();
  const leave = (): void => {
    for (const exchange of watched) exchange.abandon();
  };
  return (exchange) => {
    if (watched.size === 0) signal.addEventListener('abort', leave);
    watched.add(exchange);
    return () => {
      watched.delete(exchange);
      if (watched.size === 0) signal.removeEventListener('abort', leave);
    };
  };
};

const unzip = promisify(gunzip);

const encodingOf = ({ headers }: RawResponse): string =>
  headerOf(headers, 'content-encoding')?.trim().toLowerCase() ?? '';

/** True if the body of a response has no encoding. */
export const isPlain = (response: RawResponse): boolean =>
  ['', 'identity'].includes(encodingOf(response));

/**
 * A response that is gzipped although the request did not allow it, without its encoding. Rejects
 * with a Loss if it cannot be read.
 */
export const unzipped = async (response: RawResponse, maxBytes: number): Promise<RawResponse> => {
  const encoding = encodingOf(response);
  try {
    if (encoding !== 'gzip' && encoding !== 'x-gzip') throw new TypeError(`encoded as ${encoding}`);
    return { ...response, body: await unzip(response.body, { maxOutputLength: maxBytes }) };
  } catch (cause) {
    // For a refusal the status is enough.
    if (response.status >= 300) return { ...response, body: Buffer.alloc(0) };
    throw new Loss('protocol', { sent: true, cause });
  }
};

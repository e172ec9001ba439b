import { Client } from 'undici';
import { percentile } from './statistics.ts';

/** Requests to send: the bodies in turn, until one of the limits is reached. */
export interface LoadRequest {
  readonly origin: string;
  readonly path: string;
  readonly bodies: readonly string[];
  /** The correct answer to each body, byte for byte. */
  readonly answers: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly concurrency: number;
  readonly requests?: number;
  readonly seconds?: number;
}

export interface LoadResult {
  readonly requests: number;
  /** Answers that were no success, or not the correct one. */
  readonly wrong: number;
  /** From the first request to the last answer. */
  readonly ms: number;
  readonly p50: number;
  readonly p99: number;
}

interface Exchange {
  readonly client: Client;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly answer: Buffer;
}

// Comparing the chunks as they arrive costs less than joining them, and no wrong answer counts as
// fast.
const exchange = ({ client, path, headers, body, answer }: Exchange): Promise<boolean> =>
  new Promise((resolve) => {
    let isRight = false;
    let length = 0;
    client.dispatch(
      { method: 'POST', path, headers, body },
      {
        // undici requires it, and there is nothing to do.
        onRequestStart: () => undefined,
        onResponseStart: (_, status) => {
          isRight = status === 200;
        },
        onResponseData: (_, chunk) => {
          isRight &&= chunk.equals(answer.subarray(length, length + chunk.length));
          length += chunk.length;
        },
        onResponseEnd: () => resolve(isRight && length === answer.length),
        onResponseError: () => resolve(false),
      },
    );
  });

const run = async (ask: LoadRequest): Promise<LoadResult> => {
  const {
    origin,
    path,
    headers,
    bodies,
    concurrency,
    requests = Infinity,
    seconds = Infinity,
  } = ask;
  const answers = ask.answers.map((answer) => Buffer.from(answer));
  const times: number[] = [];
  let [sent, wrong] = [0, 0];
  const start = performance.now();
  const work = async (client: Client): Promise<void> => {
    while (sent < requests && performance.now() - start < seconds * 1000) {
      const turn = sent++ % bodies.length;
      const [body = '', answer = Buffer.alloc(0)] = [bodies[turn], answers[turn]];
      const begin = performance.now();
      if (!(await exchange({ client, path, headers, body, answer }))) wrong += 1;
      times.push(performance.now() - begin);
    }
  };
  const clients = Array.from({ length: concurrency }, () => new Client(origin));
  await Promise.all(clients.map(work));
  const ms = performance.now() - start;
  await Promise.all(clients.map((client) => client.close()));
  return { requests: sent, wrong, ms, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
};

process.on('message', (ask: LoadRequest) => {
  run(ask).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      throw error;
    },
  );
});

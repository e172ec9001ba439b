import { meros } from 'meros/browser';
import type { TracedCall } from '../../../client/extensions.ts';
import { isObject } from '../json.ts';
import type { AnswerBody, AnswerError } from './answer-body.ts';

/** The parts of an incremental answer that have arrived. */
export interface Parts {
  /** The parts so far, put together. */
  readonly body: AnswerBody;
  /** The number of parts of the answer itself, the first one included. */
  readonly count: number;
  /** The labels and paths of the later parts, as in `accounts.nodes`, each once. */
  readonly arrived: readonly string[];
}

type AnswerPath = readonly (string | number)[];

interface LaterPart {
  readonly path?: AnswerPath;
  readonly label?: string;
  readonly data?: unknown;
  readonly items?: readonly unknown[] | null;
  readonly errors?: readonly AnswerError[];
}

/** One part as the gateway sends it. */
interface SentBody extends AnswerBody {
  readonly incremental?: readonly LaterPart[];
}

/** `['accounts', 'nodes', 3, 'name']` as `accounts.nodes.name`. */
const pathText = (path: AnswerPath): string =>
  path.filter((step) => typeof step === 'string').join('.');

const merged = (below: unknown, above: unknown): unknown => {
  if (!isObject(below) || !isObject(above)) return above;
  const keys = Object.entries(above).map(([key, value]) => [key, merged(below[key], value)]);
  return { ...below, ...Object.fromEntries(keys) };
};

/** A copy of a value in which the value at a path is replaced. */
const changedAt = (
  value: unknown,
  [step, ...rest]: AnswerPath,
  change: (old: unknown) => unknown,
): unknown => {
  if (step === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((one, at) => (at === step ? changedAt(one, rest, change) : one));
  return isObject(value) ? { ...value, [step]: changedAt(value[step], rest, change) } : value;
};

const withPart = (data: unknown, { path = [], data: more, items }: LaterPart): unknown => {
  if (items === undefined) return changedAt(data, path, (old) => merged(old, more));
  if (items === null) return data;
  const at = Number(path.at(-1));
  return changedAt(data, path.slice(0, -1), (old) =>
    Array.isArray(old) ? [...old.slice(0, at), ...items] : old,
  );
};

/** True if a part has nothing of the answer: it tells of calls, or that the request was taken. */
const isAhead = ({ data, errors, incremental }: SentBody): boolean =>
  data === undefined && errors === undefined && incremental === undefined;

/** The answer with the calls of such a part, each in place of its earlier report. */
const withCalls = (body: AnswerBody, { extensions }: SentBody): AnswerBody => {
  const told = extensions?.upstream?.calls ?? [];
  const calls: TracedCall[] = [...(body.extensions?.upstream?.calls ?? [])];
  for (const call of told) calls[call.index ?? calls.length] = call;
  return { ...body, extensions: { ...body.extensions, upstream: { calls } } };
};

/** The answer with one more part. */
const withNext = (body: AnswerBody, { incremental = [], ...next }: SentBody): AnswerBody => {
  const errors = [
    ...(body.errors ?? []),
    ...(next.errors ?? []),
    ...incremental.flatMap((part) => part.errors ?? []),
  ];
  const whole = { ...body, ...next };
  const data = incremental.reduce((sum: unknown, part) => withPart(sum, part), whole.data);
  return {
    ...whole,
    ...('data' in whole && { data: data as NonNullable<AnswerBody['data']> }),
    ...(errors.length > 0 && { errors }),
  };
};

/**
 * Reads an answer in parts, and reports the answer so far after each part but the last. Resolves
 * with the whole and its size.
 */
export const partsOf = async (
  response: Response,
  onParts?: (parts: Parts) => void,
): Promise<{ readonly body: AnswerBody; readonly bytes: number }> => {
  let bytes = 0;
  const counted = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        bytes += chunk.byteLength;
        controller.enqueue(chunk);
      },
    }),
  );
  const read = await meros<SentBody>(new Response(counted ?? null, response));
  let body: AnswerBody = {};
  let count = 0;
  const arrived = new Set<string>();
  if (read instanceof Response) return { body: (await read.json()) as AnswerBody, bytes };
  for await (const part of read) {
    if (!part.json) continue;
    const { body: sent } = part;
    body = isAhead(sent) ? withCalls(body, sent) : withNext(body, sent);
    count += isAhead(sent) ? 0 : 1;
    for (const { label, path = [] } of sent.incremental ?? []) arrived.add(label ?? pathText(path));
    // The answer is complete after the last part, and is returned.
    if (body.hasNext !== false) onParts?.({ body, count, arrived: [...arrived] });
  }
  const { hasNext, ...whole } = body;
  if (hasNext !== true) return { body: whole, bytes };
  const broken = { message: 'The response ended before its last part.' };
  return { body: { ...whole, errors: [...(whole.errors ?? []), broken] }, bytes };
};

import type { Values } from './documents.ts';
import type { Extensions } from './extensions.ts';
import type { GraphError } from './failure.ts';

/** The members of a response. */
export interface Answer {
  readonly data: Values | null;
  readonly errors: readonly GraphError[];
  readonly extensions?: Extensions;
}

type Path = readonly (string | number)[];
type Members = Record<string, unknown>;

interface Increment {
  readonly path: Path;
  readonly data?: Members | null;
  readonly items?: readonly unknown[] | null;
  readonly errors?: readonly GraphError[];
}

/** A whole response, or a part of one. */
export interface Part {
  readonly data?: Members | null;
  readonly errors?: readonly GraphError[];
  readonly incremental?: readonly Increment[];
  readonly hasNext?: boolean;
  readonly extensions?: Extensions;
}

/**
 * Joins the parts of a response (`@defer`, `@stream`). `onData` is called with the data so far
 * after each part but the last. Null if the response broke off.
 */
export const joined = async (
  parts: AsyncIterable<Part>,
  onData: (data: Values) => void,
): Promise<Answer | null> => {
  let data: Members | null = null;
  const errors: GraphError[] = [];
  for await (const { incremental = [], hasNext = false, ...first } of parts) {
    data ??= first.data ?? null;
    for (const increment of incremental) if (data !== null) put(data, increment);
    for (const { errors: told = [] } of [first, ...incremental]) errors.push(...told);
    if (!hasNext) return { ...first, data, errors };
    if (data !== null) onData(data);
  }
  return null;
};

const put = (whole: Members, { path, data, items }: Increment): void => {
  const at = (steps: Path): unknown =>
    steps.reduce<unknown>((value, step) => (value as Members)[step], whole);
  if (data) merge(at(path) as Members, data);
  if (items) (at(path.slice(0, -1)) as unknown[]).push(...items);
};

const merge = (into: Members, from: Members): void => {
  for (const [name, value] of Object.entries(from)) {
    const known = into[name];
    if (isObject(known) && isObject(value)) merge(known, value);
    else into[name] = value;
  }
};

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** The bodies of a multipart response, each as soon as it has arrived. */
export async function* bodiesOf(
  chunks: AsyncIterable<string>,
  boundary: string,
): AsyncGenerator<string> {
  const delimiter = `\r\n--${boundary}`;
  // The first delimiter has no line before it.
  let text = '\r\n';
  for await (const chunk of chunks) {
    text += chunk;
    const pieces = text.split(delimiter);
    text = pieces.pop() ?? '';
    for (const piece of pieces) {
      const [, body] = /\r\n\r\n([\s\S]*)$/.exec(piece) ?? [];
      if (body !== undefined) yield body;
    }
  }
}

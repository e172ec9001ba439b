/** A part of an answer as it is sent. */
export interface SentPart {
  readonly data?: unknown;
  readonly errors?: readonly PartError[];
  readonly incremental?: readonly SentIncrement[];
  readonly hasNext?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: tests name the members they expect
  readonly extensions?: any;
}

export interface PartError {
  readonly message: string;
  readonly path?: Path;
  readonly extensions: { readonly code: string };
}

export interface SentIncrement {
  readonly path: Path;
  readonly label?: string;
  readonly data?: unknown;
  readonly items?: readonly unknown[] | null;
  readonly errors?: readonly PartError[];
}

type Path = readonly (string | number)[];

/**
 * The parts of an answer, each as soon as the boundary after it arrives. An answer that is no
 * multipart is a single part.
 */
export async function* partsIn(response: Response): AsyncGenerator<SentPart, void> {
  if (!(response.headers.get('content-type') ?? '').startsWith('multipart/mixed')) {
    yield (await response.json()) as SentPart;
    return;
  }
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const pieces = text.split('\r\n---');
    text = pieces.pop() ?? '';
    for (const piece of pieces) if (piece !== '') yield partOf(piece);
  }
  if (text !== '--\r\n') throw new Error(`the answer ends with ${JSON.stringify(text)}`);
}

const partOf = (piece: string): SentPart => {
  const [head = '', body = ''] = piece.split('\r\n\r\n');
  if (!/^\r\nContent-Type: application\/json; charset=utf-8$/.test(head)) {
    throw new Error(`a part begins with ${JSON.stringify(head)}`);
  }
  return JSON.parse(body) as SentPart;
};

/** The answer that clients merge from its parts. */
export const merged = (
  parts: readonly SentPart[],
): { readonly data: unknown; readonly errors: readonly PartError[] } => {
  const [first = {}, ...others] = parts;
  const answer = { data: first.data };
  const increments = others.flatMap(({ incremental = [] }) => incremental);
  for (const increment of increments) addTo(answer, increment);
  return { ...answer, errors: [first, ...increments].flatMap(({ errors = [] }) => errors) };
};

const addTo = (answer: { data: unknown }, { path, data, items }: SentIncrement): void => {
  const place = ['data', ...path];
  const last = place.pop() as string;
  // biome-ignore lint/suspicious/noExplicitAny: a place in whatever was asked for
  const holder = place.reduce<any>((at, step) => at[step], answer);
  if (items === null || data === null) return;
  if (items === undefined) holder[last] = both(holder[last], data);
  else
    items.forEach((item, index) => {
      const at = Number(last) + index;
      if (holder.length !== at) throw new Error(`items for ${place.join('.')} leave a gap`);
      holder.push(item);
    });
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Two values of one position, member by member. */
const both = (one: unknown, other: unknown): unknown => {
  if (!isObject(one) || !isObject(other)) return other;
  for (const [name, value] of Object.entries(other)) {
    one[name] = name in one ? both(one[name], value) : value;
  }
  return one;
};

import { meros } from 'meros/browser';

/** What came, as far as it has come: data and errors of one answer. */
export interface Answer<Fault> {
  readonly data?: Values | null;
  readonly errors?: readonly Fault[];
  readonly extensions?: Values;
}

type Values = Record<string, unknown>;
type Path = readonly (string | number)[];

interface Increment<Fault> {
  readonly path: Path;
  readonly data?: Values | null;
  readonly items?: readonly unknown[] | null;
  readonly errors?: readonly Fault[];
}

interface Part<Fault> extends Answer<Fault> {
  readonly incremental?: readonly Increment<Fault>[];
  readonly hasNext: boolean;
}

/**
 * The whole answer of a response, which may come in parts (`@defer`, `@stream`). `onData` hears what
 * is there after each part but the last. Throws where the connection broke before that one.
 */
export const wholeAnswer = async <Fault>(
  response: Response,
  onData: (data: Values) => void,
): Promise<Answer<Fault>> => {
  const parts = await meros<Part<Fault>>(response);
  if (parts instanceof Response) return parts.json();
  let data: Values | null = null;
  const errors: Fault[] = [];
  for await (const part of parts) {
    if (!part.json) throw new Error('A part of the answer is no JSON.');
    const { incremental = [], hasNext, ...first } = part.body;
    data ??= first.data ?? null;
    for (const increment of incremental) if (data !== null) put(data, increment);
    errors.push(...[first, ...incremental].flatMap(({ errors: told = [] }) => told));
    if (!hasNext) return errors.length === 0 ? { data } : { data, errors };
    if (data !== null) onData(data);
  }
  throw new Error('The answer broke off.');
};

const put = (whole: Values, { path, data, items }: Increment<unknown>): void => {
  const at = (steps: Path): unknown =>
    steps.reduce<unknown>((value, step) => (value as Values)[step], whole);
  if (data) merge(at(path) as Values, data);
  if (items) (at(path.slice(0, -1)) as unknown[]).push(...items);
};

const merge = (into: Values, from: Values): void => {
  for (const [name, value] of Object.entries(from)) {
    const known = into[name];
    if (isObject(known) && isObject(value)) merge(known, value);
    else into[name] = value;
  }
};

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null;

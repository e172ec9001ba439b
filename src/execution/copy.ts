import { firstOfNull } from '../upstream/client/answer/ascii.ts';
import type { JsonBytes } from '../upstream/client/answer/json-bytes.ts';
import { nullLiteral } from '../upstream/client/answer/json-bytes.ts';
import type { Stretch } from '../upstream/client/answer/lazy-row.ts';
import type { Level } from './levels.ts';
import type { PreparedField } from './shape.ts';

/** The index of a column that rows do not have. */
export const absent = -1;

/** By the index of a field, the index of its column in a row; `absent` where it has none. Equal for neighbours, so found once for them. */
export const indexesIn = (level: Level, { layout }: Stretch): readonly number[] => {
  if (level.columns?.layout !== layout) {
    const indexes = level.fields.map(({ column }) => layout.indexes.get(column ?? '') ?? absent);
    level.columns = { layout, indexes };
  }
  return level.columns.indexes;
};

/** Copies the value at this place to the answer; false, and nothing, where it needs more than to be copied. */
export const copyColumn = (
  out: JsonBytes,
  { shape: { leaf, nullable } }: PreparedField,
  { reply, spans }: Stretch,
  place: number,
): boolean => {
  const from = spans[place] as number;
  const to = spans[place + 1] as number;
  if (reply.bytes[from] === firstOfNull) {
    if (nullable) out.literal(nullLiteral);
    return nullable;
  }
  if (to > 0) return leaf?.copy(out, reply, from, to) ?? false;
  return reply.isUtf8 && (leaf?.copy(out, reply, from, -to) ?? false);
};

import { braceEnd, bracketEnd, comma } from '../../upstream/client/json/characters.ts';
import { literalOf, nullLiteral, type Sink } from '../../upstream/client/sink.ts';
import { answerTooLong } from '../plan/limits.ts';
import { type Allowance, type FormattedFailures, formatFailures } from './failures.ts';
import type { Run } from './levels.ts';
import type { Room } from './room.ts';
import { writeLater } from './write-answer.ts';
import { AnswerTooLong, type PartAt, type WhileWriting } from './written.ts';

/** The parts of an answer that all its increments share. */
export interface SharedByParts {
  readonly run: Run;
  readonly room: Room;
  readonly allowance: Allowance;
}

/** An increment that was written: its errors, and the positions of later parts. */
export interface Increment extends FormattedFailures, Pick<WhileWriting, 'later'> {
  /** True if the answer became too long. The increment reports it, and nothing may follow. */
  readonly isLast: boolean;
}

const dataStart = literalOf('{"data":');
const itemsStart = literalOf('{"items":');
const pathStart = literalOf(',"path":[');
const labelStart = literalOf(',"label":');
const errorsStart = literalOf(',"errors":');

/**
 * Writes a part at one position, such as `{"data":{"name":"A"},"path":["account"]}`. The content is
 * null if an error removed all of it.
 */
export const writeIncrement = (out: Sink, position: PartAt, sending: SharedByParts): Increment => {
  const { length } = out;
  const { run, room, allowance } = sending;
  try {
    begin(out, position);
    const { part, path } = position;
    const { failures, later } =
      part.thrown === null
        ? writeLater(position, run, { out, maxBytes: room.left })
        : failed(out, { error: part.thrown, path });
    const formatted = formatFailures(failures, allowance);
    end(out, position, formatted);
    if (out.length > room.left) throw new AnswerTooLong();
    return { ...formatted, later, isLast: false };
  } catch (error) {
    const isLast = error instanceof AnswerTooLong;
    out.length = length;
    begin(out, position);
    const { failures } = failed(out, { error, path: position.path });
    const formatted = isLast
      ? { errors: [answerTooLong(room.limit)], internalErrors: [], notes: [] }
      : formatFailures(failures, allowance);
    end(out, position, formatted);
    return { ...formatted, later: [], isLast };
  }
};

const begin = (out: Sink, { part }: PartAt): void =>
  out.literal('level' in part ? dataStart : itemsStart);

const failed = (
  out: Sink,
  { error, path }: { readonly error: unknown; readonly path: PartAt['path'] },
): WhileWriting => {
  out.literal(nullLiteral);
  return { failures: [{ error, field: null, path }], later: [] };
};

const end = (
  out: Sink,
  { part, path }: PartAt,
  { errors }: Pick<FormattedFailures, 'errors'>,
): void => {
  out.literal(pathStart);
  for (const [index, step] of path.entries()) {
    if (index > 0) out.character(comma);
    if (typeof step === 'number') out.ascii(String(step));
    else out.string(step);
  }
  out.character(bracketEnd);
  if (part.label !== null) {
    out.literal(labelStart);
    out.string(part.label);
  }
  if (errors.length > 0) {
    out.literal(errorsStart);
    out.json(JSON.stringify(errors));
  }
  out.character(braceEnd);
};

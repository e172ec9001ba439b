import type { GraphQLFormattedError } from 'graphql';
import { getOrMake } from '../../upstream/catalogue/memoize.ts';
import { braceEnd, bracketEnd, comma } from '../../upstream/client/json/characters.ts';
import { exclusiveTurn } from '../../upstream/client/pace.ts';
import { literalOf, nullLiteral, type Sink } from '../../upstream/client/sink.ts';
import { answerTooLong } from '../plan/measure.ts';
import type { Allowance, FormattedFailures, FormattedNote, Room } from './failures.ts';
import { AnswerTooLong, formatFailures } from './failures.ts';
import type { PartAt, PartPosition, Run, WhileWriting } from './levels.ts';
import { emptySink, writeLater } from './write-answer.ts';

/** A later part of an answer, and the errors in it. */
export interface Part extends FormattedFailures {
  /** The members of its JSON object, in UTF-8: `"incremental":[…],"hasNext":true`. */
  readonly members: Buffer<ArrayBuffer>;
  readonly hasNext: boolean;
}

/** The size in bytes at which a part is sent. */
const fullPart = 64 * 1024;

const partStart = literalOf('"incremental":[');
const moreFollows = literalOf('],"hasNext":true');
const lastEnd = literalOf('],"hasNext":false');

/**
 * Yields the later parts of an answer; each is written when it is pulled. A part has the positions
 * that are resolved when it is written, and ends with the position that takes it to 64 KiB. After
 * each 64 KiB, other requests get a turn of the event loop. Never throws: errors are in the parts.
 */
export async function* partsOf(
  positions: readonly PartPosition[],
  sending: SharedByParts,
): AsyncGenerator<Part, void> {
  const pending = createPending();
  pending.add(positions);
  const turn = createYielding(sending.room);
  while (!pending.isEmpty()) {
    const positions = positionsOf(await pending.take());
    let next = positions.next();
    while (next.done !== true) {
      await turn();
      const part = startPart();
      do {
        const { later, isLast } = addIncrement(part, next.value, sending);
        if (isLast) {
          yield endPart(part, sending, false);
          return;
        }
        pending.add(later);
        next = positions.next();
      } while (next.done !== true && part.out.length < fullPart);
      yield endPart(part, sending, next.done !== true || !pending.isEmpty());
    }
  }
}

/** Waits for a turn of the event loop if 64 KiB were written since the last one. */
const createYielding = (room: Room) => {
  let most = fullPart;
  return (): Promise<void> | null => {
    if (room.taken < most) return null;
    most = room.taken + fullPart;
    return exclusiveTurn();
  };
};

function* positionsOf(all: readonly Due[]): Generator<PartAt, void> {
  for (const { part, positions } of all) {
    for (const { at, path } of positions) yield { part, at, path };
  }
}

/** A part that is being written. */
interface StartedPart {
  readonly out: Sink;
  readonly errors: GraphQLFormattedError[];
  readonly internalErrors: unknown[];
  readonly notes: FormattedNote[];
}

const startPart = (): StartedPart => {
  const out = emptySink();
  out.literal(partStart);
  return { out, errors: [], internalErrors: [], notes: [] };
};

const addIncrement = (
  { out, errors, internalErrors, notes }: StartedPart,
  position: PartAt,
  sending: SharedByParts,
): Increment => {
  if (out.length > partStart.length) out.character(comma);
  const increment = writeIncrement(out, position, sending);
  errors.push(...increment.errors);
  internalErrors.push(...increment.internalErrors);
  notes.push(...increment.notes);
  return increment;
};

const endPart = (
  { out, errors, internalErrors, notes }: StartedPart,
  { room }: SharedByParts,
  hasNext: boolean,
): Part => {
  out.literal(hasNext ? moreFollows : lastEnd);
  const members = out.take();
  room.take(members.length);
  return { members, hasNext, errors, internalErrors, notes };
};

/** A part, and the positions at which it is still to be written. */
interface Due {
  readonly part: PartAt['part'];
  readonly positions: PartPosition[];
}

/** The positions of an answer that are not yet written. */
interface Pending {
  readonly add: (positions: readonly PartPosition[]) => void;
  readonly isEmpty: () => boolean;
  /** Takes all whose part is resolved, or waits for the first. Something must be pending. */
  readonly take: () => Promise<readonly Due[]>;
}

/** Creates an empty set. The cost of a position does not depend on the number of others. */
const createPending = (): Pending => {
  const byPart = new Map<Due['part'], Due>();
  let ready: Due[] = [];
  let wake = (): void => undefined;
  const makeReady = (due: Due): void => {
    ready.push(due);
    wake();
  };
  const dueOf = (part: Due['part']): Due => {
    const due = { part, positions: [] };
    if (part.isResolved) makeReady(due);
    else part.resolved.then(() => makeReady(due));
    return due;
  };
  return {
    add: (positions) => {
      for (const position of positions) {
        for (const part of position.parts)
          getOrMake(byPart, part, () => dueOf(part)).positions.push(position);
      }
    },
    isEmpty: () => byPart.size === 0,
    take: async () => {
      if (ready.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const taken = ready;
      ready = [];
      for (const { part } of taken) byPart.delete(part);
      return taken;
    },
  };
};

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

import type { Store } from './gateway.ts';

/** Records that share room in the store. */
interface RoomOf {
  /** The owner and the kind of the records. */
  readonly name: string;
  /** Milliseconds for which each record is kept. */
  readonly keptMs: number;
  /** The most bytes of all records. */
  readonly maxBytes: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Reserves bytes of a room; false if they do not fit. Bytes are counted per period of `keptMs`. Two
 * periods overlap, so each has half of the room.
 */
export const takeRoom = async (
  store: Store,
  { name, keptMs, maxBytes, now }: RoomOf,
  bytes: number,
): Promise<boolean> => {
  const key = `room:${name}:${Math.floor(now / keptMs)}`;
  const sum = await store.increment(key, bytes, 2 * keptMs);
  if (sum <= maxBytes / 2) return true;
  await store.increment(key, -bytes, 2 * keptMs);
  return false;
};

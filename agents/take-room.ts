import type { Store } from './gateway.ts';

/** Records that share room in the store. */
interface RoomOf {
  /** Whose records they are, and of which kind. */
  readonly name: string;
  /** The milliseconds for which each record is kept. */
  readonly keptMs: number;
  /** The most bytes of all of them. */
  readonly maxBytes: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Takes bytes of a room; false if they do not fit. Bytes are counted per period of `keptMs`.
 * Records of two periods exist at a time, so each period has half of the room.
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

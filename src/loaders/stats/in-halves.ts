import { inChunks } from '../page-ask.ts';
import { blamesAnId, toError } from '../refusals.ts';

/** A value or an Error for each id. */
export type ByIds<T> = ReadonlyMap<string, T | Error>;

/** Reads ids together. If the API refuses an id in `param`, reads each half, and so on. */
export const inHalves = async <T>(
  ids: readonly string[],
  param: string,
  read: (ids: readonly string[]) => Promise<ByIds<T>>,
): Promise<ByIds<T>> => {
  try {
    return await read(ids);
  } catch (error) {
    if (ids.length === 1 || !blamesAnId(error, param)) {
      return new Map(ids.map((id) => [id, toError(error)]));
    }
    const halves = inChunks(ids, Math.ceil(ids.length / 2));
    const found = await Promise.all(halves.map((half) => inHalves(half, param, read)));
    return new Map(found.flatMap((half) => [...half]));
  }
};

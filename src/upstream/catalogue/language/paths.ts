import { getOrMake } from '../memoize.ts';
import { type Id, id } from './params.ts';

interface HasPathIds {
  readonly pathIds: Readonly<Record<string, string>>;
}

/** The names of the ids in a path template, as a type. */
export type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

const namesByPath = new Map<string, readonly string[]>();

/** The names of the ids in a path template, in order. Cached, because every call needs them. */
export const pathNames = (path: string): readonly string[] =>
  getOrMake(namesByPath, path, () =>
    [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''),
  );

/** The name in `identifiers.ts` of an id in the path. */
export const pathIdName = ({ pathIds }: HasPathIds, name: string): string => pathIds[name] ?? name;

const pathIds = new Map<string, Id>();

/** An id of the path as a parameter. Cached as well. */
export const pathId = (endpoint: HasPathIds, name: string): Id => {
  const as = pathIdName(endpoint, name);
  return getOrMake(pathIds, as, () => id('An identifier of the path', { as }));
};

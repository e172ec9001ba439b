import type { Id } from './params.ts';
import { id } from './params.ts';

/** An endpoint, as far as its path is concerned. */
interface HasPathIds {
  readonly pathIds: Readonly<Record<string, string>>;
}

/** The identifiers in a path template. */
export type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

const namesByPath = new Map<string, readonly string[]>();

/** The names in a path template, in order. Kept, because every call asks for them. */
export const pathNames = (path: string): readonly string[] => {
  const known = namesByPath.get(path);
  if (known !== undefined) return known;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  namesByPath.set(path, names);
  return names;
};

/** The name under which `identifiers.ts` has an identifier of the path. */
export const pathIdName = ({ pathIds }: HasPathIds, name: string): string => pathIds[name] ?? name;

const pathIds = new Map<string, Id>();

/** An identifier of the path, as a parameter. Kept for the same reason. */
export const pathId = (endpoint: HasPathIds, name: string): Id => {
  const as = pathIdName(endpoint, name);
  const known = pathIds.get(as);
  if (known !== undefined) return known;
  const made = id('An identifier of the path', { as });
  pathIds.set(as, made);
  return made;
};

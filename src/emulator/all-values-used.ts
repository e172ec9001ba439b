import type { Fields, Param } from '../upstream/catalogue/language/params.ts';
import type { Values } from '../upstream/catalogue/language/values.ts';
import { Refusal } from './refusal.ts';
import type { Scope } from './scope.ts';

/** The parameters of a write and the values given for them. */
export interface GivenFields {
  readonly fields: Fields;
  readonly given: Values;
}

/**
 * Does `work` with the given values. If strict, throws a 400 afterwards for each value that was
 * accepted and then lost: `work` did not read it, `isKept` does not know it, and the catalogue does
 * not say that no response shows it. To copy all values is to read them.
 */
export const withNothingLost = <T>(
  { settings }: Pick<Scope, 'settings'>,
  { fields, given, isKept }: GivenFields & { readonly isKept: (name: string) => boolean },
  work: (given: Values) => T,
): T => {
  if (!settings.strict) return work(given);
  const read = new Set<string | symbol>();
  const watched = new Proxy(given, {
    get: (values, name) => {
      read.add(name);
      return Reflect.get(values, name);
    },
  });
  const done = work(watched);
  const lost = Object.entries(fields)
    .filter(([name, field]) => given[name] !== undefined && saysSomething(field))
    .filter(([name]) => !read.has(name) && !isKept(name));
  if (lost.length > 0)
    throw new Refusal(
      400,
      lost.map(([parameter]) => lostError(parameter)),
    );
  return done;
};

// A parameter with one documented value, such as `grant_type`, says nothing of a row.
const saysSomething = (field: Param): boolean =>
  field.isUnshown !== true &&
  field.isOfAnswer !== true &&
  !(field.kind === 'choice' && field.values.length === 1);

const lostError = (parameter: string) => ({
  code: 'INVALID_PARAMETER',
  message: `The emulator would lose "${parameter}": no column keeps it and no rule reads it`,
  parameter,
});

import type { Fields, Param } from '../src/upstream/catalogue/language/params.ts';
import type { Values } from '../src/upstream/catalogue/language/values.ts';
import { Refusal } from './refusal.ts';
import type { Scope } from './scope.ts';

/** The parameters of a write and the values given for them. */
export interface GivenFields {
  readonly fields: Fields;
  readonly given: Values;
}

/**
 * Runs `work` with the given values. In strict mode, throws a 400 for each value that `work` did
 * not read and that is not stored, unless the catalogue says that no response shows it. Copying all
 * values counts as reading them.
 */
export const withAllValuesUsed = <T>(
  { settings }: Pick<Scope, 'settings'>,
  { fields, given, isStored }: GivenFields & { readonly isStored: (name: string) => boolean },
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
    .filter(([name, field]) => given[name] !== undefined && hasValue(field))
    .filter(([name]) => !read.has(name) && !isStored(name));
  if (lost.length > 0)
    throw new Refusal(
      400,
      lost.map(([parameter]) => lostError(parameter)),
    );
  return done;
};

// A parameter with a single documented value, such as `grant_type`, changes no row.
const hasValue = (field: Param): boolean =>
  field.isUnshown !== true &&
  field.isOfResponse !== true &&
  !(field.kind === 'choice' && field.values.length === 1);

const lostError = (parameter: string) => ({
  code: 'INVALID_PARAMETER',
  message: `The emulator would lose "${parameter}": no column keeps it and no rule reads it`,
  parameter,
});

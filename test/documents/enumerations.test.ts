import { readFileSync } from 'node:fs';
import { buildSchema, isEnumType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { endpoints } from '../../src/upstream/catalogue/index.ts';
import type { Endpoint } from '../../src/upstream/catalogue/language/endpoint.ts';
import type { Fields, Param } from '../../src/upstream/catalogue/language/params.ts';
import { enumName } from '../../src/upstream/catalogue/names.ts';

const fileOf = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

/**
 * The closed sets of values in the vendor's documentation, copied by hand: endpoint, parameter, its
 * values; then further values of the catalogue, with the reason.
 */
const documented = fileOf('../enumerations.tsv')
  .replace(/\n$/, '')
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .map(([method = '', path = '', parameter = '', values = '', more = '', why = '']) => ({
    method,
    path,
    parameter,
    values: values.split(','),
    more: more.split(',').filter(Boolean),
    why,
  }));

const schema = buildSchema(fileOf('../../schema.graphql'));

/** The parameter of this name among these, or within one of them. */
const within = (fields: Fields, name: string): Param | undefined => {
  const own = fields[name];
  return (
    own ??
    Object.values(fields).reduce<Param | undefined>(
      (found, param) => found ?? inside(param, name),
      undefined,
    )
  );
};
const inside = (param: Param, name: string): Param | undefined => {
  if (param.kind === 'list') return inside(param.of, name);
  return param.kind === 'shape' ? within(param.fields, name) : undefined;
};

/** The entry of the catalogue under this name: a parameter, or a column if only the API sets it. */
const entryOf = ({ params, operations, returns }: Endpoint, name: string): Param | undefined =>
  [params, ...Object.values(operations ?? {}).map((of) => of.params), returns.of?.columns ?? {}]
    .map((fields) => within(fields, name))
    .find((param) => param !== undefined);

const valuesOf = (param: Param | undefined): readonly string[] => {
  if (param?.kind === 'list') return valuesOf(param.of);
  if (param?.kind === 'flag') return ['true', 'false'];
  if (param?.kind === 'int') return (param.oneOf ?? []).map(String);
  if (param?.kind !== 'choice') return [];
  const { values, written } = param;
  return written === 'lowerCase' ? values.map((value) => value.toLowerCase()) : values;
};

const typeOf = (param: Param | undefined): string | null => {
  if (param?.kind === 'list') return typeOf(param.of);
  return param?.kind === 'choice' ? param.type : null;
};

describe('the enumerations of the vendor', () => {
  test.each(documented)('$method $path accepts every $parameter', (row) => {
    const endpoint = endpoints.find(
      ({ method, path }) => method === row.method && path === row.path,
    );
    expect(endpoint, 'the catalogue has no such endpoint').toBeDefined();
    if (endpoint === undefined) return;
    const entry = entryOf(endpoint, row.parameter);
    // The type of an operation has no enumeration: it is the member of the item's input.
    const taken = entry === undefined ? Object.keys(endpoint.operations ?? {}) : valuesOf(entry);
    expect([...taken].sort()).toEqual([...row.values, ...row.more].sort());
    expect(row.why === '', 'values besides need a reason, and only they').toBe(
      row.more.length === 0,
    );

    const name = typeOf(entry);
    const type = name === null ? null : schema.getType(name);
    const names = isEnumType(type) ? type.getValues().map((value) => value.name) : null;
    const expected = row.values.map(enumName);
    if (name !== null) expect(names).toEqual(expect.arrayContaining(expected));
  });
});

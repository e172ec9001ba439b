import { describe, expect, test } from 'vitest';
import { withAllValuesUsed } from '../../emulator/all-values-used.ts';
import { defaultSettings } from '../../emulator/settings.ts';
import { choices, required, text } from '../../src/upstream/catalogue/language/params.ts';
import { unshown } from '../../src/upstream/catalogue/language/storage.ts';
import { dataOf, useEmulator } from '../support/emulator.ts';

const fields = {
  name: required(text('Name')),
  note: text('A note'),
  wish: unshown(text('A wish')),
  kind: choices('Kind', 'A kind', { ONLY: 'The only one' }).any('The only kind'),
};
const given = { name: 'A', note: null, wish: 'B', kind: 'ONLY' };
type InputValues = Readonly<Record<string, unknown>>;

const write = (
  strict: boolean,
  work: (values: InputValues) => unknown,
  kept: readonly string[] = [],
) =>
  withAllValuesUsed(
    { settings: { ...defaultSettings(), strict } },
    { fields, given, isStored: (name) => kept.includes(name) },
    work,
  );

describe('a parameter that is accepted and then lost', () => {
  test('is refused if strict, even a null that clears', () => {
    const lost = (parameter: string) =>
      expect.objectContaining({ code: 'INVALID_PARAMETER', parameter });
    expect(() => write(true, () => 'done')).toThrow(
      expect.objectContaining({ status: 400, errors: [lost('name'), lost('note')] }),
    );
    expect(write(false, () => 'done')).toBe('done');
  });

  test('is not reported if a column keeps it, a rule reads it, or all values are copied', () => {
    expect(write(true, ({ note }) => note, ['name'])).toBeNull();
    expect(write(true, (values) => ({ ...values }))).toEqual(given);
  });
});

const held = useEmulator();
const account = '18ce54bik3s';
const path = `/12/accounts/${account}/line_items/lik3s000`;

test('a line item keeps its audience expansion', async () => {
  const answer = await held.client.put(path, { audience_expansion: 'BROAD' });
  expect(answer.status).toBe(200);
  expect(dataOf(await held.client.get(path))).toMatchObject({ audience_expansion: 'BROAD' });
});

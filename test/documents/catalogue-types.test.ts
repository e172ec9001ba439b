import { expectTypeOf, test } from 'vitest';
import type { InputOf } from '../../src/upstream/catalogue/language/endpoint.ts';
import { batch, get, group, post } from '../../src/upstream/catalogue/language/endpoint.ts';
import {
  batchOf,
  entity,
  lifecycle,
  oneOf,
  pageOf,
  rowsOf,
  texts,
} from '../../src/upstream/catalogue/language/entity.ts';
import { paged } from '../../src/upstream/catalogue/language/lists.ts';
import {
  choices,
  flag,
  id,
  ids,
  int,
  listOf,
  long,
  required,
  shape,
  text,
  variant,
} from '../../src/upstream/catalogue/language/params.ts';

const color = choices('Color', 'A color', { RED: 'Red', GREEN: 'Green', BLUE: 'Blue' });
const thing = entity('Thing', 'A thing', { ...lifecycle, name: text('Name'), size: long('Size') });
const part = variant('Part', 'A part', {
  tag: 'type',
  of: {
    WHEEL: shape('Wheel', 'A wheel', { spokes: required(int('Spokes')) }),
    LAMP: shape('Lamp', 'A lamp', { watts: int('Watts') }),
  },
});

const things = group({
  listThings: get('accounts/{account_id}/things', {
    doc: 'Things',
    params: { campaign_ids: ids('Of these'), ...paged() },
    returns: pageOf(thing),
  }),
  createThing: post('accounts/{account_id}/things', {
    doc: 'Creates a thing',
    body: 'json',
    params: {
      name: required(text('Name')),
      color: color.only('Color', 'RED', 'GREEN'),
      line_item_id: required(id('Of this line item')),
      is_new: flag('Whether it is new'),
      size: long('Size'),
      box: shape('Box', 'A box', { width: required(int('Width')), label: text('Label') }),
      parts: listOf(part, 'Parts'),
      rows: listOf(listOf(part, 'Parts'), 'Rows of parts'),
    },
    returns: oneOf(thing, { omits: ['size'] }),
  }),
  batchThings: batch('batch/accounts/{account_id}/things', {
    doc: 'Many things',
    max: 3,
    operations: {
      Create: { params: { name: required(text('Name')) }, rules: [] },
      Delete: { params: { line_item_id: required(id('Which')) }, rules: [] },
    },
    returns: batchOf(thing),
  }),
  listPlain: get('things/{thing_id}/kinds', { doc: 'Kinds', version: '5', returns: rowsOf(thing) }),
  listTexts: get('words', { doc: 'Words', returns: texts }),
});

test('path ids are required texts, list filters optional and clearable', () => {
  type Input = InputOf<typeof things.listThings>;
  expectTypeOf<Input['account_id']>().toEqualTypeOf<string>();
  expectTypeOf<Input['campaign_ids']>().toEqualTypeOf<readonly string[] | null | undefined>();
  expectTypeOf<Input['count']>().toEqualTypeOf<number | null | undefined>();
});

test('required parameters cannot be left out or cleared, and a narrower choice is narrower', () => {
  type Input = InputOf<typeof things.createThing>;
  expectTypeOf<Input['name']>().toEqualTypeOf<string>();
  expectTypeOf<Input['line_item_id']>().toEqualTypeOf<string>();
  expectTypeOf<Input['color']>().toEqualTypeOf<'RED' | 'GREEN' | null | undefined>();
  expectTypeOf<Input['is_new']>().toEqualTypeOf<boolean | null | undefined>();
  expectTypeOf<Input['size']>().toEqualTypeOf<string | null | undefined>();
  // @ts-expect-error a required parameter is missing
  const incomplete: Input = { account_id: 'a', line_item_id: 'l' };
  expectTypeOf(incomplete).not.toBeAny();
});

test('nested bodies are typed all the way down', () => {
  type Box = NonNullable<InputOf<typeof things.createThing>['box']>;
  expectTypeOf<Box['width']>().toEqualTypeOf<number>();
  expectTypeOf<Box['label']>().toEqualTypeOf<string | null | undefined>();
});

test('items of a batch are distinguished by their operation_type', () => {
  type Item = InputOf<typeof things.batchThings>['operations'][number];
  expectTypeOf<
    Extract<Item, { operation_type: 'Create' }>['params']['name']
  >().toEqualTypeOf<string>();
  expectTypeOf<
    Extract<Item, { operation_type: 'Delete' }>['params']['line_item_id']
  >().toEqualTypeOf<string>();
  expectTypeOf<Item['operation_type']>().toEqualTypeOf<'Create' | 'Delete'>();
});

test('every path id of any template is found', () => {
  expectTypeOf<InputOf<typeof things.listPlain>['thing_id']>().toEqualTypeOf<string>();
  expectTypeOf<typeof things.listTexts.name>().toEqualTypeOf<'listTexts'>();
});

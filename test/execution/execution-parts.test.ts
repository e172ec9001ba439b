import { expect, test } from 'vitest';
import { checkOperation, run } from '../../src/execution/answer/run-operation.ts';
import { contextOver, prepareOver } from '../support/executors.ts';
import { createOracle } from '../support/list-oracle.ts';
import type { SentPart } from '../support/parts.ts';
import { smallSchema } from '../support/small-schema.ts';

const prepare = prepareOver(smallSchema);

/** The first part of an answer, and each later one as its places with their values and errors. */
const answer = async (text: string) => {
  const plan = prepare(text, null);
  if (!('selectionFor' in plan)) throw new Error(JSON.stringify(plan));
  const ready = checkOperation(plan, {}, true);
  if ('errors' in ready) throw new Error(JSON.stringify(ready.errors));
  const {
    data,
    errors = [],
    later,
  } = await run(ready, contextOver(createOracle({ rows: {} }).ads));
  const parts: string[][] = [];
  for await (const { members } of later ?? []) {
    const { incremental = [] } = JSON.parse(`{${members}}`) as SentPart;
    parts.push(
      incremental.map(({ path, data: found, items, errors: failed = [] }) => {
        const json = JSON.stringify(found === undefined ? items : found);
        return `${path.join('.')} ${json} ${failed.map((error) => error.path?.join('.')).join(' ')}`;
      }),
    );
  }
  return {
    data: data?.toString().slice('{"data":'.length, -1),
    errors: errors.map(({ path }) => path?.join('.')),
    parts,
  };
};

test.each(['NULL', 'LATER_NULL', 'THROWS', 'LATER_THROWS'])(
  'no part follows for an object that %s has nulled',
  async (mode) =>
    expect(
      await answer(
        `{ box { name box { ... @defer { name } boxes(modes: [HERE, HERE]) @stream { name } firmValue(is: ${mode}) } } }`,
      ),
    ).toEqual({
      data: '{"box":{"name":"box","box":null}}',
      errors: ['box.box.firmValue'],
      parts: [],
    }),
);

test.each(['NULL', 'LATER_THROWS'])(
  '%s in a later part leaves the first one unchanged',
  async (mode) => {
    expect(await answer(`{ box { name ... @defer { firmValue(is: ${mode}) value } } }`)).toEqual({
      data: '{"box":{"name":"box"}}',
      errors: [],
      parts: [['box null box.firmValue']],
    });
    expect(await answer(`{ box { ... @defer { box { firmValue(is: ${mode}) } value } } }`)).toEqual(
      {
        data: '{"box":{}}',
        errors: [],
        parts: [['box {"box":null,"value":"text"} box.box.firmValue']],
      },
    );
  },
);

test('a non-null item that fails removes the later items of its list', async () => {
  const { data, parts } = await answer(
    '{ box { firmBoxes(modes: [HERE, HERE, NULL]) @stream(initialCount: 1) { name } boxes(modes: [HERE, NULL]) @stream(initialCount: 1) { name } } }',
  );
  expect(data).toBe('{"box":{"firmBoxes":[{"name":"box"}],"boxes":[{"name":"box"}]}}');
  expect(parts.flat().toSorted()).toEqual([
    'box.boxes.1 [null] ',
    'box.firmBoxes.1 null box.firmBoxes.2',
  ]);
});

test('parts contain further parts, which follow them', async () => {
  const { data, parts } = await answer(
    '{ ... @defer { box { name ... @defer { box { name ... @defer { value(is: LATER) } } } } } soon }',
  );
  expect(data).toBe('{"soon":"soon"}');
  expect(parts).toEqual([
    [' {"box":{"name":"box"}} '],
    ['box {"box":{"name":"box"}} '],
    ['box.box {"value":"text"} '],
  ]);
});

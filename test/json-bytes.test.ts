import { expect, test } from 'vitest';
import { JsonBytes } from '../src/upstream/client/answer/json-bytes.ts';

test('a part of what was written elsewhere is copied up to the last byte of its room', () => {
  for (let room = 1; room <= 40; room += 1) {
    const text = 'x'.repeat(room - 1);
    const elsewhere = new JsonBytes(room);
    elsewhere.ascii(`${text}y`);
    const out = new JsonBytes(1);
    out.part(elsewhere, 0, room);
    out.part(elsewhere, room - 1, room);
    expect(out.takeText()).toBe(`${text}yy`);
  }
});

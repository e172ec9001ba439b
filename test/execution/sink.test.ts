import { expect, test } from 'vitest';
import { literalOf, Sink } from '../../src/upstream/client/bytes/sink.ts';

test('every writer has room up to the last byte', () => {
  const bytes = Buffer.from('0123456789abcde___');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const ways: Readonly<Record<string, (out: Sink) => void>> = {
    literal: (out) => out.literal(literalOf('0123456789abc')),
    copy: (out) => out.copy(view, 0, 13),
    string: (out) => out.string('0123456789abcd'),
    json: (out) => out.json('"0123456789abcd"'),
    ascii: (out) => out.ascii('0123456789abcdef'),
    character: (out) => out.character(0x30),
  };
  for (const [name, write] of Object.entries(ways)) {
    const alone = new Sink(64);
    write(alone);
    const expected = alone.take().toString();
    for (let left = -4; left < 8; left += 1) {
      const out = new Sink(20 + expected.length + left);
      out.ascii('x'.repeat(20));
      write(out);
      out.ascii('y');
      expect(out.take().toString(), name).toBe(`${'x'.repeat(20)}${expected}y`);
    }
  }
});

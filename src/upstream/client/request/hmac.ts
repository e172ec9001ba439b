import { hash } from 'node:crypto';

const blockBytes = 64;
const digestBytes = 20;

// The padded key, followed by the text of a call. It grows to the longest text. Hashing is
// synchronous, so all signers share it.
let inner = Buffer.alloc(blockBytes + 4096);

/**
 * HMAC-SHA1 (RFC 2104) of texts in Latin-1 with one key, in base64. Every call is signed, and an
 * Hmac object of Node.js costs twice as much as these two hashes.
 */
export const createHmacSha1 = (key: string): ((text: string) => string) => {
  const bytes = Buffer.alloc(blockBytes);
  (key.length > blockBytes ? hash('sha1', key, 'buffer') : Buffer.from(key)).copy(bytes);
  const innerKey = bytes.map((byte) => byte ^ 0x36);
  const outer = Buffer.concat([bytes.map((byte) => byte ^ 0x5c)], blockBytes + digestBytes);
  return (text) => {
    const length = blockBytes + text.length;
    if (length > inner.length) inner = Buffer.alloc(2 * length);
    inner.set(innerKey);
    inner.write(text, blockBytes, 'latin1');
    outer.write(hash('sha1', inner.subarray(0, length), 'binary'), blockBytes, 'latin1');
    return hash('sha1', outer, 'base64');
  };
};

/** The bytes of a PNG of this size, as far as programs look that only want to know its size. */
export const pngOf = (width: number, height: number, bytes = 64): Buffer => {
  const picture = Buffer.alloc(Math.max(bytes, 64), 0x5a);
  picture.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  picture.writeUInt32BE(width, 16);
  picture.writeUInt32BE(height, 20);
  return picture;
};

/** Bytes of which no two segments are alike. */
export const videoOf = (bytes: number): Buffer => {
  const video = Buffer.alloc(bytes);
  for (let at = 0; at + 4 <= bytes; at += 1024) video.writeUInt32BE(at, at);
  return video;
};

/** The bytes of a PNG of this size, enough for programs that only read its size. */
export const pngOf = (width: number, height: number, bytes = 64): Buffer => {
  const picture = Buffer.alloc(Math.max(bytes, 64), 0x5a);
  picture.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  picture.writeUInt32BE(width, 16);
  picture.writeUInt32BE(height, 20);
  return picture;
};

/** The same of a BMP. */
export const bmpOf = (width: number, height: number): Buffer => {
  const picture = Buffer.alloc(64, 0x5a);
  picture.write('BM', 'latin1');
  picture.writeInt32LE(width, 18);
  // A negative height means that the rows go from top to bottom, as in most bitmaps.
  picture.writeInt32LE(-height, 22);
  return picture;
};

/** The same of a TIFF, in either order of bytes. */
export const tiffOf = (width: number, height: number, order: 'II' | 'MM'): Buffer => {
  const picture = Buffer.alloc(64, 0x5a);
  const numbers = [0x002a, 0, 8, 2, 256, 3, 1, width, 257, 4, 1, height];
  const places = [2, 4, 6, 8, 10, 12, 14, 18, 22, 24, 26, 30];
  const isLong = new Set([14, 26, 30]);
  picture.write(order, 'latin1');
  numbers.forEach((number, index) => {
    const at = places[index] ?? 0;
    const size = isLong.has(at) ? 4 : 2;
    if (order === 'II') picture.writeUIntLE(number, at, size);
    else picture.writeUIntBE(number, at, size);
  });
  // The offset of the directory has 4 bytes.
  if (order === 'II') picture.writeUInt32LE(8, 4);
  else picture.writeUInt32BE(8, 4);
  return picture;
};

/** The same of a JPEG. */
export const jpegOf = (width: number, height: number): Buffer => {
  const picture = Buffer.alloc(64, 0x5a);
  picture.write('\xff\xd8\xff\xc0\0\x11\x08', 'latin1');
  picture.writeUInt16BE(height, 7);
  picture.writeUInt16BE(width, 9);
  return picture;
};

/** Bytes of a video; no two segments of it are alike. */
export const videoOf = (bytes: number): Buffer => {
  const video = Buffer.alloc(bytes);
  for (let at = 0; at + 4 <= bytes; at += 1024) video.writeUInt32BE(at, at);
  return video;
};

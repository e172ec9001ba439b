/** Width and height of a picture, in pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

const text = (bytes: Buffer, from: number, to: number): string =>
  bytes.toString('latin1', from, to);

/** A JPEG is a sequence of segments; one of them has the size. */
const jpegSize = (bytes: Buffer): Size | null => {
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
};

// A negative height means that the rows go from top to bottom.
const bmpSize = (bytes: Buffer): Size => ({
  width: bytes.readInt32LE(18),
  height: Math.abs(bytes.readInt32LE(22)),
});

/** A TIFF has a directory of numbered values in either order of bytes: 256 is width, 257 height. */
const tiffSize = (bytes: Buffer): Size | null => {
  const isLittle = text(bytes, 0, 2) === 'II';
  const number = (at: number, size: number): number =>
    isLittle ? bytes.readUIntLE(at, size) : bytes.readUIntBE(at, size);
  const directory = number(4, 4);
  if (directory + 2 > bytes.length) return null;
  const entryOf = (tag: number): number | undefined => {
    for (let left = number(directory, 2), at = directory + 2; left > 0; left -= 1, at += 12) {
      if (at + 12 > bytes.length) return undefined;
      if (number(at, 2) === tag) return number(at + 8, number(at + 2, 2) === 3 ? 2 : 4);
    }
    return undefined;
  };
  const [width, height] = [entryOf(256), entryOf(257)];
  return width === undefined || height === undefined ? null : { width, height };
};

const webpSize = (bytes: Buffer): Size | null => {
  const kind = text(bytes, 12, 16);
  if (kind === 'VP8X') {
    return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) };
  }
  if (kind === 'VP8 ') {
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  }
  const packed = bytes.readUInt32LE(21);
  return { width: 1 + (packed & 0x3fff), height: 1 + ((packed >> 14) & 0x3fff) };
};

/** The size of a picture of this type; null if the bytes are not such a picture. */
export const sizeOf = (type: string, bytes: Buffer): Size | null => {
  if (bytes.length < 32) return null;
  if (type === 'image/png' && text(bytes, 1, 4) === 'PNG') {
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }
  if (type === 'image/gif' && text(bytes, 0, 3) === 'GIF') {
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  }
  const isJpeg = type === 'image/jpeg' || type === 'image/pjpeg';
  if (isJpeg && bytes.readUInt16BE(0) === 0xffd8) return jpegSize(bytes);
  if (type === 'image/bmp' && text(bytes, 0, 2) === 'BM') return bmpSize(bytes);
  if (type === 'image/tiff' && /^(II\*\0|MM\0\*)$/.test(text(bytes, 0, 4))) return tiffSize(bytes);
  if (type === 'image/webp' && text(bytes, 8, 12) === 'WEBP') return webpSize(bytes);
  return null;
};

/** Shapes in a square of 200, in front of the background. */
const shapes = {
  video: (dark: string, light: string) =>
    `<circle cx="100" cy="100" r="40" fill="${light}"/><path d="M88 78v44l36-22z" fill="${dark}"/>`,
  image: (_dark: string, light: string) =>
    `<g fill="${light}"><circle cx="145" cy="60" r="18"/><path d="M10 160l60-75 45 55 25-30 50 50z"/></g>`,
} as const;

/** A placeholder for a file or the first frame of a video, as SVG; each has its own colour. */
export const pictureOf = (
  mediaKey: string,
  kind: keyof typeof shapes,
  { width, height }: Size = { width: 1280, height: 720 },
): string => {
  const hue = Number(mediaKey.slice(-3)) % 360;
  const [dark, light] = [`hsl(${hue} 45% 35%)`, `hsl(${hue} 45% 80%)`];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    `<rect width="100%" height="100%" fill="${dark}"/>`,
    `<svg viewBox="0 0 200 200">${shapes[kind](dark, light)}</svg>`,
    '</svg>',
  ].join('');
};

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
  if (type === 'image/jpeg' && bytes.readUInt16BE(0) === 0xffd8) return jpegSize(bytes);
  if (type === 'image/webp' && text(bytes, 8, 12) === 'WEBP') return webpSize(bytes);
  return null;
};

/** A picture that stands for the first frame of a video, as SVG; each video has its colour. */
export const frameOf = (mediaKey: string): string => {
  const hue = Number(mediaKey.slice(-3)) % 360;
  const [dark, light] = [`hsl(${hue} 45% 35%)`, `hsl(${hue} 45% 80%)`];
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720">',
    `<rect width="1280" height="720" fill="${dark}"/>`,
    `<circle cx="640" cy="360" r="130" fill="${light}"/>`,
    `<path d="M600 290v140l120-70z" fill="${dark}"/>`,
    '</svg>',
  ].join('');
};

/** A numeric hash of a text. */
export const nameHash = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
};

/** An invented number from 0 up to 1, always the same for the same two numbers. */
export const chanceOf = (name: number, index: number): number => {
  let word = (name ^ Math.imul(index + 1, 0x9e3779b1)) | 0;
  word = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
  word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
  return ((word ^ (word >>> 15)) >>> 0) / 4_294_967_296;
};

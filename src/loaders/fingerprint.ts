/**
 * Tells texts apart: 31 bits of FNV-1a in base 36. It protects from mistakes and not from forgery,
 * so it is no cryptographic hash.
 */
export const fingerprint = (text: string): string => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 1).toString(36).padStart(6, '0');
};

/**
 * Frees the memory of buffers at once (docs/performance.md, "What the engine does"). They are empty
 * afterwards. A buffer that shares its memory with others is left as it is.
 */
export const freeMemory = (buffers: readonly Buffer[]): void => {
  for (const { buffer, byteLength } of buffers) {
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
  }
};

/**
 * The variables of a process that a test starts: none but what finds programs and loads them
 * faster.
 */
export const bare = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
};

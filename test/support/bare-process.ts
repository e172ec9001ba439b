import manifest from '../../package.json' with { type: 'json' };

/** The flags of Node in `npm start`. */
export const startFlags = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'));

/**
 * The variables of a process that a test starts: only those that find programs and load them
 * faster.
 */
export const bare = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
};

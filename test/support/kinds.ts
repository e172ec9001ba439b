/**
 * The kinds of test files, each a project of `vitest.config.ts`. `fast` and `isolated` need nothing
 * but Node: they start no process, no Redis and no browser.
 */
export const kinds = ['fast', 'isolated', 'process', 'redis', 'browser', 'measured'] as const;

export type Kind = (typeof kinds)[number];

/** The kinds that `npm test` runs. */
export const kindsOfNode: readonly Kind[] = ['fast', 'isolated'];

/** The kind of a test file, taken from its name: `stop.process.test.ts`. */
export const kindOf = (file: string): Kind => {
  const [, named] = /\.([a-z]+)\.test\.ts$/.exec(file) ?? [];
  if (named === undefined) return 'fast';
  const kind = kinds.find((one) => one === named);
  if (kind === undefined) throw new Error(`${file}: ${named} is no kind of test`);
  return kind;
};

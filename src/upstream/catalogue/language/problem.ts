/** One thing that makes an input unacceptable, and where: names and positions from the input down. */
export interface Problem {
  readonly path: readonly (string | number)[];
  readonly kind: 'missing' | 'invalid' | 'exclusive' | 'inclusive' | 'repeated';
  readonly message: string;
}

/** A value that does not fit where it stands. */
export const invalid = (path: Problem['path'], message: string): Problem => ({
  path,
  kind: 'invalid',
  message,
});

/** One reason why an input is not valid. `path` holds names and list positions, from the input down. */
export interface Problem {
  readonly path: readonly (string | number)[];
  readonly kind: 'missing' | 'invalid' | 'exclusive' | 'inclusive' | 'repeated';
  readonly message: string;
}

/** The problem of a value that is not valid. */
export const invalid = (path: Problem['path'], message: string): Problem => ({
  path,
  kind: 'invalid',
  message,
});

import { fileURLToPath } from 'node:url';

/** The folder of the built pages. */
export const dist = fileURLToPath(new URL('./dist/', import.meta.url));

/** The names of the files of the pages, which change with their content. */
export interface Built {
  readonly script: string;
  /** The scripts that it imports before it runs; the rest of `files` is loaded when needed. */
  readonly preloads: readonly string[];
  readonly style: string;
  /** The script that starts GraphiQL. */
  readonly graphiql: string;
  readonly files: readonly string[];
}

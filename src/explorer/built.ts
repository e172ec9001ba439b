import { fileURLToPath } from 'node:url';

/** The folder of the built page. */
export const dist = fileURLToPath(new URL('./dist/', import.meta.url));

/** The names of the files of the page, which change with their content. */
export interface Built {
  readonly script: string;
  readonly style: string;
}

import { fileURLToPath } from 'node:url';

/** Where the built page lies. */
export const dist = fileURLToPath(new URL('./dist/', import.meta.url));

/** The built page: its files by what they are. Their names change with their content. */
export interface Built {
  readonly script: string;
  readonly style: string;
}

import { once } from 'node:events';

/** Writes to standard output, and waits while its reader is slower. */
export const print = async (text: string): Promise<void> => {
  if (text !== '' && !process.stdout.write(text)) await once(process.stdout, 'drain');
};

import { once } from 'node:events';

/** A number of things: `1 call`, `2 calls`. */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Writes to standard output, and waits while its reader is slower. */
export const print = async (text: string): Promise<void> => {
  if (text !== '' && !process.stdout.write(text)) await once(process.stdout, 'drain');
};

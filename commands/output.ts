import { once } from 'node:events';
import yoctoSpinner from 'yocto-spinner';

/** A number of things: `1 call`, `2 calls`. */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Writes to standard output, and waits while its reader is slower. */
export const print = async (text: string): Promise<void> => {
  if (text !== '' && !process.stdout.write(text)) await once(process.stdout, 'drain');
};

/** The messages of a working command, on standard error. */
export interface Progress {
  /** A sentence that stays. */
  readonly say: (text: string) => void;
  /** Shows the current step; on a terminal it replaces the one before. */
  readonly doing: (text: string) => void;
  /** Takes away what is shown of `doing`. */
  readonly done: () => void;
}

/** Says nothing. */
export const silent: Progress = {
  say: () => undefined,
  doing: () => undefined,
  done: () => undefined,
};

const write = (text: string): void => void process.stderr.write(`${text}\n`);

/** Plain lines; steps only where a person can wait for them. */
const plain: Progress = { say: write, doing: () => undefined, done: () => undefined };

const onTerminal = (): Progress => {
  const spinner = yoctoSpinner({ stream: process.stderr });
  return {
    say: (text) => {
      const isSpinning = spinner.isSpinning;
      spinner.stop();
      write(text);
      if (isSpinning) spinner.start();
    },
    doing: (text) => {
      spinner.text = text;
      if (!spinner.isSpinning) spinner.start();
    },
    done: () => void spinner.stop(),
  };
};

/** A spinner on a terminal, plain lines elsewhere, nothing with `--quiet`. */
export const createProgress = (isQuiet: boolean): Progress => {
  if (isQuiet) return silent;
  return process.stderr.isTTY && process.env['TERM'] !== 'dumb' ? onTerminal() : plain;
};

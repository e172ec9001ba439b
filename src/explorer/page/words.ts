const numbers = new Intl.NumberFormat('en');

/** A whole number with its thousands apart. */
export const count = (value: number): string => numbers.format(Math.round(value));

/** So many of something: `1 call`, `26 calls`. */
export const many = (value: number, one: string): string =>
  `${count(value)} ${one}${value === 1 ? '' : 's'}`;

/** A number or, where they differ, the two between which it lies. */
export const span = (least: number, most: number): string =>
  least === most ? count(least) : `${count(least)}–${count(most)}`;

/** A duration. */
export const duration = (ms: number): string => {
  if (ms >= 10_000) return `${numbers.format(Math.round(ms / 1000))} s`;
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  return `${ms >= 10 ? Math.round(ms) : Math.round(ms * 10) / 10} ms`;
};

/** A size. */
export const size = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
};

/** A moment of today as its time, any other with its day. */
export const moment = (at: Date): string =>
  at.toDateString() === new Date().toDateString()
    ? at.toLocaleTimeString([], { timeStyle: 'short' })
    : at.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });

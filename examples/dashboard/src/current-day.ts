import { createContext } from 'react';

/** Today in a time zone, as results name their days: 2026-11-26. */
export const currentDayIn = (timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date());

/** Today in the account that is open: its figures still grow. */
export const CurrentDay = createContext('');

import { useMemo } from 'react';
import { go, useInAddress } from './address.ts';
import type { Range } from './range.ts';
import { nameOfRange, rangeNamed } from './range.ts';

/** The days that the address names, as `range=7` or `range=2026-11-01..2026-11-20`; else 30. */
export const useRange = (): Range => {
  const name = useInAddress('range');
  return useMemo(() => rangeNamed(name ?? ''), [name]);
};

/** Shows results of other days. */
export const chooseRange = (range: Range): void => go({ range: nameOfRange(range) });

import { isObject, type Values } from '../json.ts';

/** The figures of a day or an hour. */
export interface TimedFigures {
  /** The start: a date, or a time in UTC. */
  readonly time: string;
  readonly unit: 'Day' | 'Hour';
  readonly metrics: Values;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** The figures of a day or an hour that an object of an answer is; null if it is something else. */
export const figuresAt = ({ date, start, metrics }: Values): TimedFigures | null => {
  if (!isObject(metrics)) return null;
  if (isText(date)) return { time: date, unit: 'Day', metrics };
  return isText(start) ? { time: start, unit: 'Hour', metrics } : null;
};

/** True if an answer has a list of objects. */
export const holdsRows = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some((one) => isObject(one))
    : isObject(value) && Object.values(value).some(holdsRows);

/** True if an answer has a list of figures by day or hour. */
export const holdsFigures = (value: unknown): boolean =>
  Array.isArray(value)
    ? (value.length > 0 && value.every((one) => isObject(one) && figuresAt(one) !== null)) ||
      value.some(holdsFigures)
    : isObject(value) && Object.values(value).some(holdsFigures);

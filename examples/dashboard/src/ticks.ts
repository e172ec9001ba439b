/** The round figures of an axis, from 0 to one that is not below `most`: 0, 200, 400 for 356. */
export const stepsTo = (most: number): readonly number[] => {
  if (most <= 0) return [0, 1];
  const power = 10 ** Math.floor(Math.log10(most));
  const top = [1, 2, 4, 6, 8, 10].map((part) => part * power).find((one) => one >= most) ?? most;
  return [0, top / 2, top];
};

const mostShown = 7;

/** The positions of the times that an axis names: of 30, each fifth. */
export const timesShown = (count: number): readonly number[] => {
  const every = Math.ceil(count / mostShown);
  return Array.from({ length: Math.ceil(count / every) }, (_, at) => at * every);
};

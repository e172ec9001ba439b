import { costliestFirst, fitting } from './plan-sentences.ts';
import type { PlannedWrite, PlanText } from './write-plan.ts';

/** The members of a plan that are kept without its text. */
export const headOf = (text: PlanText) => {
  const all = costliestFirst(text);
  const isShown = fitting(all, all.length, { most: 20, characters: 4000 });
  const zones = new Set(text.writes.map(({ facts }) => facts?.timeZone ?? null));
  const [zone = null] = zones;
  return {
    writes: text.writes.map(
      ({ field, path, steps }): PlannedWrite => ({
        field,
        path,
        isLaunch: steps.length > 0,
        state: 'WAITS',
        sentAt: null,
        item: null,
      }),
    ),
    sentences: all.slice(0, isShown.length === all.length ? all.length : isShown.length - 1),
    sentenceCount: all.length,
    money: text.writes.flatMap(({ money }) => money).slice(0, 20),
    timeZone: zones.size === 1 ? zone : null,
    maySpend: text.writes.some(({ facts }) => facts?.maySpend === true),
  };
};

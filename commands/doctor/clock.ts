import { type Check, fine, wrong } from './finding.ts';

const mostMs = 60_000;

/** Compares the clock with the API's: signatures hold the time. */
export const clock: Check = {
  name: 'clock',
  examine: async ({ hosts }) => {
    const { ads, platform } = await hosts();
    const aheadMs = ads.aheadMs ?? platform.aheadMs;
    if (aheadMs === null) {
      return wrong('unknown: the API does not show its time', 'Make the addresses reachable');
    }
    const seconds = Math.round(Math.abs(aheadMs) / 1000);
    if (seconds === 0) return fine("within a second of the API's");
    const difference = `${seconds} s ${aheadMs > 0 ? 'behind' : 'ahead of'} the API's`;
    return Math.abs(aheadMs) <= mostMs
      ? fine(difference)
      : wrong(
          difference,
          'Synchronise the clock of this machine with a time server: signatures contain the time',
        );
  },
};

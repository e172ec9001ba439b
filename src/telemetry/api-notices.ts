import { digest } from '../state/ledger-room.ts';
import type { Store } from '../state/store.ts';
import { dayMs } from '../upstream/catalogue/language/times.ts';
import type { Notice } from '../upstream/client/client.ts';
import type { Log } from './log.ts';

// The API may write a number or a time into each warning.
const maxKnown = 100;

/**
 * Logs each notice of the API once a day; processes that share a store log it once together. Others
 * than the first hundred of a day are not logged.
 */
export const createNoticeLog = (
  log: Pick<Log, 'warn'>,
  store: Pick<Store, 'setIfAbsent'>,
  now: () => number = Date.now,
): ((notice: Notice) => void) => {
  const known = new Map<string, number>();
  return ({ text }) => {
    const time = now();
    if ((known.get(text) ?? 0) > time) return;
    for (const [other, until] of known) if (until <= time) known.delete(other);
    if (known.size >= maxKnown) return;
    known.set(text, time + dayMs);
    const key = `api-notice:${digest(text)}`;
    const write = (): void =>
      log.warn({ notice: text }, 'the API sent a notice about its versions');
    store.setIfAbsent(key, '1', dayMs).then((holder) => {
      if (holder === null) write();
    }, write);
  };
};

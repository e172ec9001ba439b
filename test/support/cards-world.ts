import type { Running } from './gateway.ts';

const at = (n: number): string =>
  new Date(Date.UTC(2025, 0, 3, 0, n)).toISOString().replace('.000', '');
const stamp = (n: number) => ({ created_at: at(n), updated_at: at(n), deleted: false });

/**
 * An account that the owner may use, with media and nothing else: `3_1` to `3_6` are images of 1200
 * × 628, `3_7` is one of 640 × 335 and `3_8` a square, `13_1` to `13_6` are videos of 16:9, `13_7`
 * is one of 9:16, and `16_1` is a GIF.
 */
export const cardsWorld = ({ emulator }: Pick<Running, 'emulator'>, account: string): void => {
  const { store, grant, credentials } = emulator;
  grant(credentials.userId, account);
  store.insert('Account', null, { id: account, name: 'Cards', ...stamp(0) });
  for (const entity of [
    'AccountMedia',
    'Card',
    'ImageConversationCard',
    'LegacyCard',
    'MediaLibraryItem',
    'PollCard',
    'PrerollCallToAction',
    'VideoConversationCard',
  ]) {
    store.clear(entity, account);
  }
  const medium = (key: string, type: string, more: object) =>
    store.insert('MediaLibraryItem', account, {
      media_key: key,
      media_type: type,
      media_url: `https://media.example/${key}`,
      name: null,
      file_name: null,
      ...stamp(0),
      ...more,
    });
  for (const n of [1, 2, 3, 4, 5, 6]) {
    medium(`3_${n}`, 'IMAGE', { width: 1200, height: 628 });
    medium(`13_${n}`, 'VIDEO', { width: 1280, height: 720, aspect_ratio: '16:9', duration: 6400 });
  }
  medium('3_7', 'IMAGE', { width: 640, height: 335 });
  medium('3_8', 'IMAGE', { width: 1200, height: 1200 });
  medium('13_7', 'VIDEO', { width: 720, height: 1280, aspect_ratio: '9:16', duration: 6400 });
  medium('16_1', 'GIF', { width: 480, height: 480, aspect_ratio: '1:1', duration: null });
};

type Row = Readonly<Record<string, unknown>> & { readonly id: string };

/** Puts a row of any entity into an account. */
export const put = (
  { emulator }: Pick<Running, 'emulator'>,
  { account, entity }: { readonly account: string; readonly entity: string },
  { id, ...more }: Row,
) => emulator.store.insert(entity, account, { id, ...stamp(Number(more['n'] ?? 1)), ...more });

import { beforeEach, expect, test } from 'vitest';
import { cardsWorld } from '../support/cards-world.ts';
import { useEmulator } from '../support/emulator.ts';

const path = '/12/accounts/cnv1/cards/video_conversation';
const held = useEmulator();
beforeEach(() => {
  const { emulator } = held;
  cardsWorld({ emulator }, 'cnv1');
  for (const n of [1, 2]) {
    const video = emulator.store.find('MediaLibraryItem', 'cnv1', `13_${n}`) ?? {};
    const poster_media_url = `https://media.example/still_${n}`;
    emulator.store.insert('MediaLibraryItem', 'cnv1', { ...video, poster_media_url });
  }
});

const least = {
  name: 'Talk',
  title: 'Which one?',
  first_cta: '#Trains',
  first_cta_tweet: 'I love trains',
  thank_you_text: 'Thank you',
  media_key: '13_1',
};
type Form = Readonly<Record<string, string>>;
const made = async (more: Form = {}): Promise<string> =>
  String((await held.client.post(path, { ...least, ...more })).body['data']?.['id']);
const changed = async (id: string, form: Form) =>
  (await held.client.put(`${path}/${id}`, form)).body['data'] ?? {};
const ofVideo = (n: number) => ({
  media_key: `13_${n}`,
  media_url: `https://media.example/13_${n}`,
  poster_media_url: `https://media.example/still_${n}`,
  video_width: '16',
  video_height: '9',
});

test.each([
  ['name', {}, 'MISSING_PARAMETER'],
  ['name', { name: '' }, 'MISSING_PARAMETER'],
  ['first_cta', {}, 'MISSING_PARAMETER'],
  ['thank_you_text', {}, 'MISSING_PARAMETER'],
  ['media_key', {}, 'MISSING_PARAMETER'],
  ['media_key', { media_key: '' }, 'MISSING_PARAMETER'],
])('a new card requires its %s, and is refused with %j', async (parameter, given, code) => {
  const { [parameter as keyof typeof least]: _left, ...rest } = least;
  const answer = await held.client.post(path, { ...rest, ...given });
  expect(answer.status).toBe(400);
  expect(answer.body['errors']).toMatchObject([{ code, parameter }]);
  expect(held.emulator.store.rows('VideoConversationCard', 'cnv1')).toEqual([]);
});

test('a change replaces the video with all of its details, and never removes it', async () => {
  const id = await made();
  const bare = await held.client.put(`${path}/${id}`, { media_key: '' });
  expect(bare.status).toBe(400);
  expect(bare.body['errors']).toMatchObject([
    { code: 'INVALID_PARAMETER', parameter: 'media_key' },
  ]);
  expect(await changed(id, { media_key: '13_2' })).toMatchObject(ofVideo(2));
});

test('an explicit poster outlives its video, until it is cleared', async () => {
  const id = await made({ poster_media_key: '3_2' });
  const poster = { poster_media_url: 'https://media.example/3_2' };
  expect(await changed(id, { title: 'Still?' })).toMatchObject(poster);
  expect(await changed(id, { media_key: '13_2' })).toMatchObject({ ...ofVideo(2), ...poster });
  expect(await changed(id, { poster_media_key: '' })).toMatchObject(ofVideo(2));
  expect(JSON.stringify(await changed(id, {}))).not.toContain('poster_media_key');
});

test('an unlocked image is removed with its key', async () => {
  const id = await made({ unlocked_image_media_key: '3_3' });
  const shown = await changed(id, { title: 'Open?' });
  expect(shown).toMatchObject({ cover_image_url: 'https://media.example/3_3' });
  const bare = await changed(id, { unlocked_image_media_key: '' });
  expect(Object.keys(bare).filter((name) => name.startsWith('cover_'))).toEqual([]);
});

test('a card keeps its name', async () => {
  const id = await made();
  const answer = await held.client.put(`${path}/${id}`, { name: '' });
  expect(answer.body['errors']).toMatchObject([{ code: 'INVALID_PARAMETER', parameter: 'name' }]);
});

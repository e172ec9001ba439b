import { beforeEach, describe, expect, test } from 'vitest';
import { cardsWorld, put } from '../support/cards-world.ts';
import { useGateway } from '../support/gateway.ts';
import { form, requests } from '../support/posts-world.ts';
import { expectRefused } from '../support/refusals.ts';

const a = 'med1';
const running = useGateway();
beforeEach(() => {
  running.emulator.reset();
  cardsWorld(running, a);
});

describe('account media', () => {
  beforeEach(() => {
    const media = (id: string, n: number, more: object) =>
      put(running, { account: a, entity: 'AccountMedia' }, { id, n, ...more });
    media('m1', 1, { creative_type: 'PREROLL', video_id: '13_1', media_url: null });
    media('m2', 2, {
      creative_type: 'BANNER',
      video_id: null,
      media_url: 'https://media.example/b',
    });
    media('m3', 3, { creative_type: 'BANNER', deleted: true });
    media('m4', 4, { creative_type: 'HOLOGRAM' });
  });
  const list = (args: string) =>
    running.ask(
      `{ account(id: "${a}") { accountMedia${args} { nodes { restId creativeType } } } }`,
    );
  const ids = async (args: string): Promise<readonly string[]> =>
    (await list(args)).data.account.accountMedia.nodes.map(
      (node: { restId: string }) => node.restId,
    );

  test('are listed by ids and kinds, deleted ones on request', async () => {
    expect(await ids('')).toEqual(['m1', 'm2', 'm4']);
    expect(await ids('(creativeTypes: [BANNER, VAST_PREROLL])')).toEqual(['m2']);
    expect(await ids('(creativeTypes: [BANNER], withDeleted: true)')).toEqual(['m2', 'm3']);
    expect(await ids(`(accountMediaIds: ["AccountMedia:${a}:m1"])`)).toEqual(['m1']);
    const { calls } = await list('(creativeTypes: [BANNER, PREROLL])');
    expect(calls[0]?.query['creative_types']).toBe('BANNER,PREROLL');
  });

  test('of an unknown kind are UNRECOGNIZED, which cannot be a filter', async () => {
    const { data } = await list('(accountMediaIds: ["m4"])');
    expect(data.account.accountMedia.nodes).toEqual([
      { restId: 'm4', creativeType: 'UNRECOGNIZED' },
    ]);
    await expectRefused(list('(creativeTypes: [UNRECOGNIZED])'), 'creativeTypes[0]');
  });

  test('take 200 ids and give 1000 rows at most', async () => {
    const many = (count: number) => `(accountMediaIds: [${'"m1", '.repeat(count)}])`;
    expect((await list(many(200))).errors).toBeUndefined();
    await expectRefused(list(many(201)), 'accountMediaIds');
    expect((await list('(first: 1000)')).errors).toBeUndefined();
    await expectRefused(list('(first: 1001)'), 'first');
  });

  test('are read by id and as nodes, and deleted softly', async () => {
    const { data, calls } = await running.ask(
      `{ account(id: "${a}") { accountMediaItem(id: "M1") {
        id videoId mediaUrl creativeType account { restId } } } }`,
    );
    expect(data.account.accountMediaItem).toEqual({
      id: `AccountMedia:${a}:m1`,
      videoId: '13_1',
      mediaUrl: null,
      creativeType: 'PREROLL',
      account: { restId: a },
    });
    expect(requests(calls, a)).toEqual(['GET account_media/m1']);
    const remove = () =>
      running.ask(
        `mutation { deleteAccountMedia(input: { accountId: "${a}", accountMediaId: "m1" }) {
          outcome errors { code argument } accountMedia { restId deleted } } }`,
      );
    const deleted = await remove();
    expect(deleted.data.deleteAccountMedia).toEqual({
      outcome: 'APPLIED',
      errors: [],
      accountMedia: { restId: 'm1', deleted: true },
    });
    expect(requests(deleted.calls, a)).toEqual(['DELETE account_media/m1']);
    expect((await remove()).data.deleteAccountMedia).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'ACCOUNT_MEDIA_NOT_FOUND' }],
    });
    const after = await running.ask(
      `{ node(id: "AccountMedia:${a}:m1") { ... on AccountMedia { deleted } }
         account(id: "${a}") { hidden: accountMediaItem(id: "m1") { deleted }
           shown: accountMediaItem(id: "m1", withDeleted: true) { deleted } } }`,
    );
    expect(after.data).toEqual({
      node: { deleted: true },
      account: { hidden: null, shown: { deleted: true } },
    });
  });
});

describe('the media library', () => {
  const item = `id mediaKey name fileName title description posterMediaKey posterMediaUrl mediaType
    deleted raw`;
  const update = (mediaKey: string, input: object) =>
    running.ask(
      `mutation ($input: UpdateMediaLibraryItemInput!) {
        updateMediaLibraryItem(input: $input) {
          outcome errors { code argument parameter } mediaLibraryItem { ${item} } } }`,
      { input: { accountId: a, mediaKey, ...input } },
    );

  test('changes the details of a video in one call', async () => {
    const { data, calls } = await update('13_1', {
      name: 'Label',
      fileName: 'film.mp4',
      title: 'Film',
      description: 'About it',
      posterMediaKey: '3_1',
    });
    expect(requests(calls, a)).toEqual(['PUT media_library/13_1']);
    expect(form(calls[0]?.body ?? '')).toEqual({
      name: 'Label',
      file_name: 'film.mp4',
      title: 'Film',
      description: 'About it',
      poster_media_key: '3_1',
    });
    expect(data.updateMediaLibraryItem).toMatchObject({
      outcome: 'APPLIED',
      mediaLibraryItem: {
        id: `MediaLibraryItem:${a}:13_1`,
        mediaKey: '13_1',
        name: 'Label',
        fileName: 'film.mp4',
        title: 'Film',
        description: 'About it',
        posterMediaKey: '3_1',
        posterMediaUrl: 'https://media.example/3_1',
      },
    });
  });

  test('clears a name that is null and leaves an omitted one unchanged', async () => {
    await update(`MediaLibraryItem:${a}:3_1`, { name: 'Label', fileName: 'a.png' });
    const { data, calls } = await update('3_1', { name: null });
    expect(calls[0]?.body).toBe('name=');
    expect(data.updateMediaLibraryItem.mediaLibraryItem).toMatchObject({
      name: null,
      fileName: 'a.png',
    });
  });

  test('gives titles, descriptions and posters only to videos', async () => {
    for (const [input, parameter] of [
      [{ title: 'Film' }, 'title'],
      [{ description: 'About it' }, 'description'],
      [{ posterMediaKey: '3_2' }, 'poster_media_key'],
    ] as const) {
      for (const key of ['3_1', '16_1']) {
        const { data } = await update(key, input);
        expect(data.updateMediaLibraryItem).toMatchObject({
          outcome: 'REJECTED',
          errors: [{ code: 'INVALID_PARAMETER', parameter }],
          mediaLibraryItem: null,
        });
      }
    }
    const { data } = await update('13_1', { posterMediaKey: '13_2' });
    expect(data.updateMediaLibraryItem).toMatchObject({
      outcome: 'REJECTED',
      errors: [{ code: 'INVALID_MEDIA' }],
    });
  });

  test('accepts texts up to their limits and not one character more', async () => {
    for (const [name, max] of [
      ['name', 100],
      ['fileName', 255],
      ['title', 70],
      ['description', 200],
    ] as const) {
      const most = await update('13_1', { [name]: 'x'.repeat(max) });
      expect(most.data.updateMediaLibraryItem.outcome).toBe('APPLIED');
      await expectRefused(update('13_1', { [name]: 'x'.repeat(max + 1) }), `input.${name}`);
    }
  });

  test('identifies media only by their keys', async () => {
    await expectRefused(update('../3_1', { name: 'x' }), 'input.mediaKey');
    await expectRefused(update('31', { name: 'x' }), 'input.mediaKey');
    const { data } = await update('3_99', { name: 'x' });
    expect(data.updateMediaLibraryItem).toMatchObject({ outcome: 'REJECTED' });
  });

  test('deletes softly, and only once', async () => {
    const remove = () =>
      running.ask(
        `mutation { deleteMediaLibraryItem(input: { accountId: "${a}", mediaKey: "3_1" }) {
          outcome errors { code message argument } mediaLibraryItem { mediaKey deleted } } }`,
      );
    const { data, calls } = await remove();
    expect(data.deleteMediaLibraryItem).toEqual({
      outcome: 'APPLIED',
      errors: [],
      mediaLibraryItem: { mediaKey: '3_1', deleted: true },
    });
    expect(requests(calls, a)).toEqual(['DELETE media_library/3_1']);
    expect(running.emulator.store.find('MediaLibraryItem', a, '3_1')).toMatchObject({
      deleted: true,
    });
    expect((await remove()).data.deleteMediaLibraryItem.outcome).toBe('REJECTED');
    expect((await update('3_1', { name: 'x' })).data.updateMediaLibraryItem.outcome).toBe(
      'REJECTED',
    );
  });
});

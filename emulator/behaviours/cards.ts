import type { Values } from '../../src/upstream/catalogue/language/values.ts';
import type { FindMedia } from '../card-rows.ts';
import { componentsType, imageOf, mediaKeysIn, slidesType, withMetadata } from '../card-rows.ts';
import { readList, withoutCursor } from '../list.ts';
import { liveRows, readOne, withEnvelope } from '../read.ts';
import { invalid, missing, notFound } from '../refusal.ts';
import type { Change, EntityRules, Handler, Scope, WrittenRow } from '../scope.ts';
import { fold, type RowStore, type StoredRow } from '../store.ts';
import { remove, update } from '../write.ts';
import { requireType } from './media-library.ts';

const mediaIn =
  ({ store, accountId }: Scope): FindMedia =>
  (key) =>
    store.find('MediaLibraryItem', accountId, key);

const isFilled = (value: unknown): boolean => Array.isArray(value) && value.length > 0;

const check = ({ after, given }: WrittenRow, scope: Scope): void => {
  const slides = Array.isArray(given['slides']) ? given['slides'] : [];
  const keys = [...mediaKeysIn(given['components']), ...slides.flatMap(mediaKeysIn)];
  const parameter = isFilled(slides) ? 'slides' : 'components';
  for (const key of keys) requireType(key, { parameter, types: ['IMAGE', 'VIDEO'] }, scope);
  if (isFilled(slides) && slidesType(slides, mediaIn(scope)) === null) {
    throw invalid('slides', 'Each slide is one MEDIA and one DETAILS component');
  }
  if (!isFilled(after['components']) && !isFilled(after['slides'])) throw missing('components');
};

/**
 * `components` or `slides`, whichever was given last, and the card type that follows from it. The
 * other column is removed.
 */
const composedOf = ({ before, after, given }: Change, media: FindMedia): Values => {
  const isSliced =
    isFilled(given['slides']) ||
    (before !== null && !isFilled(given['components']) && isFilled(before['slides']));
  if (!isSliced) {
    const components = withMetadata(after['components'], media);
    const card_type = componentsType(components, media);
    return { components, slides: undefined, card_type, image: imageOf(components, media) };
  }
  const slides = (after['slides'] as readonly unknown[]).map((slide) => withMetadata(slide, media));
  const card_type = slidesType(slides, media);
  return { components: undefined, slides, card_type, image: undefined };
};

const derive = (change: Change, scope: Scope): Values => ({
  ...composedOf(change, mediaIn(scope)),
  card_uri: `card://${change.after['id']}`,
});

export const rules: Readonly<Record<string, EntityRules>> = {
  Card: { creating: check, changing: check, derive },
};

const kinds = ['Card', 'PollCard', 'ImageConversationCard', 'VideoConversationCard', 'LegacyCard'];

/** The card of any kind with this URI. Throws a 404 if the account has none. */
export const cardAt = (uri: string, parameter: string, scope: Scope): StoredRow => {
  const column = 'card_uri';
  const [found] = kinds.flatMap((entity) => liveRows(scope, { entity, column }, uri));
  if (found === undefined) throw notFound('Card', parameter, uri);
  return found;
};

/** A store in which every lookup of a card finds cards of all kinds. */
const ofAllKinds = (store: RowStore): RowStore => {
  const rows: RowStore['rows'] = (_entity, accountId) =>
    kinds.flatMap((kind) => store.rows(kind, accountId));
  return {
    ...store,
    rows,
    find: (_entity, accountId, id) =>
      kinds.map((kind) => store.find(kind, accountId, id)).find((row) => row !== undefined),
    by: ({ accountId, column }, value) =>
      rows('', accountId).filter((row) => fold(row[column]) === fold(value)),
    // A cached list depends on one entity only, so lists across kinds are not cached.
    view: (_where, _key, make) => make(),
  };
};

const amongAll =
  (handler: Handler): Handler =>
  (scope) =>
    handler({ ...scope, store: ofAllKinds(scope.store) });

/** Puts the card of a response into an array, as the API does for single cards with components. */
const inArray = (handler: Handler): Handler =>
  withEnvelope(handler, (envelope) => ({ ...envelope, data: [envelope.data] }));

export const handlers: Readonly<Record<string, Handler>> = {
  listCards: (scope) =>
    (scope.input['include_legacy_cards'] === true ? amongAll(readList) : readList)(scope),
  getCard: inArray(readOne),
  updateCard: inArray(update),
  deleteCard: inArray(remove),
  listCardsByUri: withoutCursor(amongAll(readList)),
  getAnyCard: amongAll(readOne),
};

import type { Values } from '../../src/upstream/catalogue/language/values.ts';
import { shownMedium } from '../card-media.ts';
import type { EntityRules, Handler, Scope, WrittenRow } from '../scope.ts';
import type { StoredRow } from '../store.ts';
import {
  coverColumns,
  mediumAt,
  removeCard,
  requireComponents,
  requireComponentsOfNew,
} from './conversation-cards.ts';
import { givenMedia, invalidMedia } from './media-library.ts';
import { cardUri, withoutNulls } from './poll-cards.ts';

/** The shapes of the images, by the parameter that has their key. */
const ratios = { media_key: 1.91, unlocked_image_media_key: 2.5 } as const;

const requireShape = (image: StoredRow, parameter: keyof typeof ratios): void => {
  const [width, height] = [Number(image['width']), Number(image['height'])];
  const ratio = ratios[parameter];
  if (width >= 800 && Math.abs(width / height - ratio) < 0.02) return;
  const message = `The image is not at least 800 pixels wide and ${ratio}:1`;
  throw invalidMedia(message, parameter, image['media_key']);
};

const creating = (made: WrittenRow, scope: Scope): void => {
  requireComponentsOfNew(made);
  changing(made, scope);
};

const changing = (change: WrittenRow, scope: Scope): void => {
  requireComponents(change);
  for (const parameter of Object.keys(ratios) as (keyof typeof ratios)[]) {
    const image = givenMedia(change.given, { parameter, types: ['IMAGE'] }, scope);
    if (image !== null) requireShape(image, parameter);
  }
};

const imageColumns = ({ after, given }: WrittenRow, scope: Scope): Values => {
  const image = mediumAt(after['media_key'], scope);
  return given['media_key'] === undefined || image === undefined ? {} : shownMedium(image);
};

const deriveOnce = (_made: WrittenRow, scope: Scope): Values => ({
  card_uri: cardUri(scope),
  card_type: 'IMAGE_CONVERSATION',
});

const derive = (change: WrittenRow, scope: Scope): Values => ({
  ...withoutNulls(change.after),
  ...imageColumns(change, scope),
  ...coverColumns(change, scope),
});

export const rules: Readonly<Record<string, EntityRules>> = {
  ImageConversationCard: { creating, changing, deriveOnce, derive },
};

export const handlers: Readonly<Record<string, Handler>> = {
  deleteImageConversationCard: removeCard,
};

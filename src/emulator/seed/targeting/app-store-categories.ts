import type { StoredRow } from '../../store.ts';
import { itemsOf, option, valuesFrom } from './option.ts';

const both = `Books, Business, Education, Entertainment, Finance, Food and drink, Games: Action, Games:
  Adventure, Games: Board, Games: Card, Games: Casino, Games: Casual, Games: Family, Games:
  Music, Games: Puzzle, Games: Racing, Games: Role playing, Games: Simulation, Games: Sports,
  Games: Strategy, Games: Trivia, Games: Word, Health and fitness, Lifestyle, Medical, Music,
  Navigation, News, Photo and video, Productivity, Shopping, Social networking, Sports, Travel,
  Weather`;
const stores: readonly (readonly [os: string, first: string, categories: string])[] = [
  [
    'IOS',
    'qotx',
    `${both}, Catalogues, Developer tools, Graphics and design, Kids, Reference, Utilities`,
  ],
  [
    'ANDROID',
    'qpa0',
    `${both}, Art and design, Beauty, Comics, Dating, House and home, Parenting, Tools`,
  ],
];

/** The categories of both app stores. */
export const appStoreCategories: readonly StoredRow[] = stores.flatMap(([os_type, first, some]) => {
  const next = valuesFrom(first);
  return itemsOf(some).map((name) => option('APP_STORE_CATEGORY', next(), { name, os_type }));
});

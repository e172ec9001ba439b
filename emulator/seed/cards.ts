import { shownMedium } from '../card-media.ts';
import { componentsType, imageOf, slidesType, withMetadata } from '../card-rows.ts';
import type { Rows, StoredRow } from '../store.ts';
import type { Advertiser } from './accounts.ts';
import { seedId } from './campaigns.ts';
import { digits, made } from './media.ts';

type SeededComponent = StoredRow;
type CardMedia = Readonly<Partial<Record<'image' | 'video', StoredRow>>>;

/** The components and slides of one card of every type. */
const compositions = (
  advertiser: Advertiser,
  images: readonly SeededComponent[],
  videos: readonly SeededComponent[],
) => {
  const key = (row: SeededComponent | undefined): string => String(row?.['media_key']);
  const [image, detail, square] = images.map(key);
  const [spot, teaser] = videos.map(key);
  const one = (media_key: string | undefined) => ({ type: 'MEDIA', media_key });
  const many = (...media_keys: readonly (string | undefined)[]) => ({
    type: 'SWIPEABLE_MEDIA',
    media_keys,
  });
  const site = (title: string, path: string) => ({
    type: 'DETAILS',
    title,
    destination: { type: 'WEBSITE', url: `https://${advertiser.domain}/${path}` },
  });
  const app = {
    type: 'BUTTON',
    label: { type: 'ENUM', value: 'INSTALL' },
    destination: {
      type: 'APP',
      country_code: 'US',
      googleplay_app_id: `example.${advertiser.domain.split('.')[0]?.replaceAll('-', '_')}`,
      googleplay_deep_link: `${advertiser.domain.split('.')[0]}://start`,
      ios_app_store_identifier: '1000000001',
    },
  };
  const [first = '', second = first] = advertiser.products;
  const shop = site(first, 'shop');
  return {
    components: [
      [one(image), shop],
      [one(spot), shop],
      [one(image), app],
      [one(spot), app],
      [many(image, detail, square), shop],
      [many(image, detail), app],
      [many(spot, teaser), shop],
      [many(spot, teaser), app],
      [many(image, spot), shop],
      [many(spot, image), app],
    ],
    slides: [
      [
        [one(image), shop],
        [one(detail), site(second, 'more')],
      ],
      [
        [one(spot), shop],
        [one(teaser), site(second, 'more')],
      ],
      [
        [one(image), shop],
        [one(spot), site(second, 'more')],
      ],
    ],
  };
};

const cardsOf = (
  advertiser: Advertiser,
  library: readonly SeededComponent[],
): readonly StoredRow[] => {
  const media = (key: string) => library.find((row) => row['media_key'] === key);
  const of = (type: string) => library.filter((row) => row['media_type'] === type);
  const { components, slides } = compositions(advertiser, of('IMAGE'), of('VIDEO'));
  const named = (index: number, type: string | null) => {
    const id = digits(advertiser, '18', index);
    const words = String(type).toLowerCase().replaceAll('_', ' ');
    return {
      id,
      ...made(index + 50),
      name: `${advertiser.products[index % advertiser.products.length]}: ${words}`,
      card_uri: `card://${id}`,
      card_type: type,
    };
  };
  const simple = components.map((own, index) => {
    const image = imageOf(own, media);
    return {
      ...named(index, componentsType(own, media)),
      // One card is deleted.
      ...(index === 7 && { deleted: true }),
      components: withMetadata(own, media),
      ...(image !== undefined && { image }),
    };
  });
  const sliced = slides.map((each, index) => ({
    ...named(components.length + index, slidesType(each, media)),
    slides: each.map((components) => withMetadata(components, media)),
  }));
  return [...simple, ...sliced];
};

const identified = (advertiser: Advertiser, prefix: string, index: number) => ({
  id: seedId(advertiser, prefix, index),
  ...made(index + 70),
  card_uri: `card://${digits(advertiser, '11', (prefix.codePointAt(0) ?? 0) * 10 + index)}`,
});

const pollsOf = (advertiser: Advertiser, { image, video }: CardMedia): readonly StoredRow[] => {
  const [first = '', second = '', third] = advertiser.products.map((name) => name.slice(0, 25));
  const poll = (index: number, kind: string, more: StoredRow) => {
    const own = identified(advertiser, 'q', index);
    return {
      ...own,
      name: `Poll ${index + 1}: what next?`,
      card_type: `${kind}_POLLS`,
      first_choice: first,
      second_choice: second,
      duration_in_minutes: '1440',
      start_time: own.created_at,
      end_time: made(index + 70 + 24 / 7).created_at,
      ...more,
    };
  };
  return [
    poll(0, 'TEXT', third === undefined ? {} : { third_choice: third }),
    poll(1, 'IMAGE', image === undefined ? {} : shownMedium(image)),
    poll(2, 'VIDEO', video === undefined ? {} : shownMedium(video)),
  ];
};

const conversationsOf = (
  advertiser: Advertiser,
  prefix: string,
  medium: SeededComponent | undefined,
): readonly StoredRow[] =>
  advertiser.products.slice(0, 2).map((product, index) => {
    const tag = `#${product.replace(/[^A-Za-z]/g, '').slice(0, 18)}`;
    return {
      ...identified(advertiser, prefix, index),
      name: `Talk about ${product}`,
      title: product.slice(0, 23),
      first_cta: tag,
      first_cta_tweet: `I would like to know more about ${product} ${tag}`,
      ...(index === 1 && { second_cta: '#Later', second_cta_tweet: 'Remind me next week' }),
      thank_you_text: 'Thanks for asking',
      thank_you_url: `https://${advertiser.domain}/thanks`,
      media_key: medium?.['media_key'],
    };
  });

const imageConversations = (advertiser: Advertiser, image: SeededComponent | undefined) =>
  conversationsOf(advertiser, 'i', image).map((row) => ({
    ...row,
    card_type: 'IMAGE_CONVERSATION',
    ...(image !== undefined && shownMedium(image)),
  }));

const videoConversations = (advertiser: Advertiser, video: SeededComponent | undefined) =>
  conversationsOf(advertiser, 'v', video).map((row) => ({
    ...row,
    card_type: 'VIDEO_CONVERSATION',
    media_url: video?.['media_url'],
    poster_media_url: video?.['poster_media_url'],
    video_owner_id: advertiser.userId,
    video_width: '16',
    video_height: '9',
  }));

const legacyOf = (advertiser: Advertiser, { image, video }: CardMedia): readonly StoredRow[] => {
  const site = `https://${advertiser.domain}/shop`;
  const {
    media_url: picture,
    image: _image,
    ...pictureSize
  } = image === undefined ? {} : shownMedium(image);
  const {
    media_url: _film,
    poster_media_url: _poster,
    ...film
  } = video === undefined ? {} : shownMedium(video);
  return [
    {
      ...identified(advertiser, 'k', 0),
      name: 'Our app, the old way',
      card_type: 'IMAGE_APP_DOWNLOAD',
      country_code: 'US',
      app_cta: 'INSTALL',
      googleplay_app_id: `example.${advertiser.domain.split('.')[0]?.replaceAll('-', '_')}`,
      wide_app_image: picture,
      ...pictureSize,
    },
    {
      ...identified(advertiser, 'k', 1),
      name: 'Our shop, the old way',
      card_type: 'VIDEO_WEBSITE',
      title: advertiser.products[0],
      website_url: site,
      website_display_url: advertiser.domain,
      website_dest_url: site,
      website_shortened_url: `https://short.example/${advertiser.id.slice(-4)}`,
      ...film,
      video_owner_id: advertiser.userId,
      video_content_id: video?.['media_key'],
    },
  ];
};

const actions = ['VISIT_SITE', 'WATCH_NOW', 'SHOP', 'SEE_MORE', 'GO_TO'];

const callsToAction = (
  advertiser: Advertiser,
  lineItems: readonly StoredRow[],
): readonly StoredRow[] =>
  lineItems
    .filter((row) => row['objective'] === 'PREROLL_VIEWS')
    .map((lineItem, index) => ({
      id: seedId(advertiser, 'y', index),
      ...made(index + 90),
      deleted: index % 7 === 6,
      line_item_id: lineItem['id'],
      call_to_action: actions[index % actions.length],
      call_to_action_url: `https://${advertiser.domain}/watch/${index}`,
    }));

/** The cards of an account, of every kind, and the call-to-actions of its prerolls. */
export const cardsWithin = (advertiser: Advertiser, within: Rows): Rows => {
  if (advertiser.products.length === 0) return {};
  const library = within['MediaLibraryItem'] ?? [];
  const image = library.find((row) => row['media_type'] === 'IMAGE');
  const video = library.find((row) => row['media_type'] === 'VIDEO');
  const both = image === undefined || video === undefined ? {} : { image, video };
  return {
    Card: cardsOf(advertiser, library),
    PollCard: pollsOf(advertiser, both),
    ImageConversationCard: imageConversations(advertiser, image),
    VideoConversationCard: videoConversations(advertiser, video),
    LegacyCard: legacyOf(advertiser, both),
    PrerollCallToAction: callsToAction(advertiser, within['LineItem'] ?? []),
  };
};

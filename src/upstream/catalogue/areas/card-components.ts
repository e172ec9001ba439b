import {
  choices,
  id,
  ids,
  int,
  listOf,
  required,
  shape,
  text,
  variant,
} from '../language/params.ts';
import { atLeastOne, requires } from '../language/rules.ts';

const labelType = choices('ButtonLabelType', 'How the label of a button is given', {
  ENUM: 'As a ButtonLabelValue',
});
const labelValue = choices(
  'ButtonLabelValue',
  'The labels of buttons: `value` of a label in the REST API',
  {
    BOOK: '“Book”',
    CONNECT: '“Connect”',
    INSTALL: '“Install”',
    OPEN: '“Open”',
    ORDER: '“Order”',
    PLAY: '“Play”',
    SHOP: '“Shop”',
  },
);

const websiteMembers = { url: required(text('Web address', { format: 'url' })) } as const;

const appMembers = {
  country_code: required(
    text('Country in whose stores the app is sold, as ISO 3166-1 alpha-2', { format: 'country' }),
  ),
  googleplay_app_id: id('Package name of the Android app'),
  googleplay_deep_link: text('Deep link into the Android app; only with its package name'),
  ios_app_store_identifier: text('Store number of the iOS app'),
  ios_deep_link: text('Deep link into the iOS app; only with its store number'),
} as const;

const website = variant('DetailsDestinationInput', 'What the details link to', {
  tag: 'type',
  of: {
    WEBSITE: shape('WebsiteDestinationInput', 'A website', websiteMembers),
  },
});

const app = variant('ButtonDestinationInput', 'What a button links to', {
  tag: 'type',
  of: {
    APP: shape(
      'AppDestinationInput',
      'An app: on Google Play, in the App Store, or both',
      appMembers,
      [
        atLeastOne('googleplay_app_id', 'ios_app_store_identifier'),
        requires('googleplay_deep_link', 'googleplay_app_id'),
        requires('ios_deep_link', 'ios_app_store_identifier'),
      ],
    ),
  },
});

const component = variant('CardComponentInput', 'One part of a card', {
  tag: 'type',
  of: {
    MEDIA: shape('MediaComponentInput', 'One image or video', {
      media_key: required(id('Key of an image or a video in the media library')),
    }),
    SWIPEABLE_MEDIA: shape('SwipeableMediaComponentInput', 'Images and videos to swipe through', {
      media_keys: required(
        listOf(id('Media key'), 'Keys of images or videos in the media library, in order', {
          min: 2,
          max: 6,
        }),
      ),
    }),
    DETAILS: shape('DetailsComponentInput', 'A title that leads to a website', {
      title: required(text('Title', { min: 1 })),
      destination: required(website),
    }),
    BUTTON: shape('ButtonComponentInput', 'A button that leads to an app', {
      label: required(
        shape('ButtonLabelInput', 'Label of the button', {
          type: required(labelType.any('How the label is given; always ENUM', 'ENUM')),
          value: required(labelValue.any('Label of the button')),
        }),
      ),
      destination: required(app),
    }),
  },
});

const composition =
  'exactly one media or swipeableMedia and exactly one details or button, in the order in which they are shown from top to bottom';
const oneEach = [
  ['MEDIA', 'SWIPEABLE_MEDIA'],
  ['DETAILS', 'BUTTON'],
] as const;

/** The parameter that holds the parts of a card. */
export const components = listOf(component, `Parts of the card: ${composition}; not with slides`, {
  oneEach,
});

/** The parameter that holds the slides of a card with several destinations. */
export const slides = listOf(
  listOf(component, 'Slide', { oneEach }),
  `Slides of a card with several destinations, each with ${composition}; not with components`,
  { min: 1 },
);

const type = text('Kind, as the API calls it');

const metadata = listOf(
  shape('MediaMetadata', 'What the API says about a piece of media in a card', {
    media_key: id('Key of the media'),
    type: text('IMAGE or VIDEO; the API may add values'),
    url: text('Where it is'),
    width: int('Width in pixels'),
    height: int('Height in pixels'),
    video_duration: int('Length of a video in milliseconds'),
    video_aspect_ratio: text('Width to height of a video, such as 16:9'),
  }),
  'What is known about the media',
  { keyedBy: 'media_key' },
);

const destination = variant('CardDestination', 'What a part of a card links to', {
  tag: 'type',
  of: {
    WEBSITE: shape('WebsiteDestination', 'A website', { type, ...websiteMembers }),
    APP: shape('AppDestination', 'An app', { type, ...appMembers }),
  },
});

/** The column that holds the parts of a card. */
export const cardComponent = variant('CardComponent', 'One part of a card', {
  tag: 'type',
  of: {
    MEDIA: shape('MediaComponent', 'One image or video', {
      type,
      media_key: id('Key of the media in the media library'),
      media_metadata: metadata,
    }),
    SWIPEABLE_MEDIA: shape('SwipeableMediaComponent', 'Images and videos to swipe through', {
      type,
      media_keys: ids('Keys of the media in the media library, in order', { max: 6 }),
      media_metadata: metadata,
    }),
    DETAILS: shape('DetailsComponent', 'A title that leads to a website', {
      type,
      title: text('Title'),
      destination,
    }),
    BUTTON: shape('ButtonComponent', 'A button that leads to an app', {
      type,
      label: shape('ButtonLabel', 'Label of the button', {
        type: labelType.any('How the label is given'),
        value: labelValue.any('Label of the button'),
      }),
      destination,
    }),
  },
});

import { goneRow, lifecycle } from '../language/entity.ts';
import { allRequired, type Id, id, text } from '../language/params.ts';
import { requires } from '../language/rules.ts';

/** The columns of every card. */
export const cardColumns = {
  ...lifecycle,
  name: text('Name of the card'),
  card_uri: text('URI with which a post shows the card, of the form card://<digits>'),
  card_type: text('Kind of card, such as VIDEO_WEBSITE; the API may add values'),
} as const;

/** The image columns of cards without components. Numbers are text. */
export const imageColumns = {
  image: text('URL of its image'),
  image_display_height: text('Height of the image, or of its aspect ratio'),
  image_display_width: text('Width of the image, or of its aspect ratio'),
} as const;

/** Their video columns. */
export const videoColumns = {
  video_url: text('URL of the video'),
  video_hls_url: text('URL of the video as an HLS playlist'),
  video_width: text('Width of the video, or of its aspect ratio'),
  video_height: text('Height of the video, or of its aspect ratio'),
  video_poster_url: text('URL of the preview image of the video'),
  video_poster_width: text('Width of the preview image of the video'),
  video_poster_height: text('Height of the preview image of the video'),
  content_duration_seconds: text('Length of the video in seconds'),
} as const;

/** The columns of both kinds of conversation cards. */
export const conversationColumns = {
  ...cardColumns,
  title: text('Text shown above the hashtags'),
  first_cta: text('First hashtag that a person can click'),
  first_cta_tweet: text('Text of the post that a click on the first hashtag starts'),
  second_cta: text('Second hashtag'),
  second_cta_tweet: text('Text of the post that a click on the second hashtag starts'),
  third_cta: text('Third hashtag'),
  third_cta_tweet: text('Text of the post that a click on the third hashtag starts'),
  fourth_cta: text('Fourth hashtag'),
  fourth_cta_tweet: text('Text of the post that a click on the fourth hashtag starts'),
  thank_you_text: text('Text of the card after the person has posted'),
  thank_you_url: text('URL that the card links to after the person has posted'),
  thank_you_display_url: text('`thankYouUrl` as it is displayed'),
  thank_you_dest_url: text('`thankYouUrl` as it was given'),
  thank_you_shortened_url: text('`thankYouUrl`, shortened'),
  media_key: id('The media that it shows'),
  media_url: text('URL of the media that it shows'),
  cover_image_url: text('URL of the image that covers the unlocked content'),
  cover_image_display_height: text(
    'Height of the image that covers the unlocked content, or of its aspect ratio',
  ),
  cover_image_display_width: text(
    'Width of the image that covers the unlocked content, or of its aspect ratio',
  ),
  ...goneRow,
} as const;

const ofHashtag = { min: 1, max: 20, lead: '#' } as const;
const postDoc = (which: string) =>
  `Post that a click on the ${which} hashtag begins; required with it`;
const more = (which: string) =>
  text(`${which} hashtag; a leading # is not counted`, { ...ofHashtag, clears: true });
const startText = (which: string) => text(postDoc(which), { min: 1, clears: true });

/** The parameters of both kinds of conversation cards, without their media. */
export const conversing = {
  name: text('Name of the card', { min: 1, max: 80 }),
  first_cta: text('First hashtag; a leading # is not counted', ofHashtag),
  first_cta_tweet: text(postDoc('first'), { min: 1 }),
  thank_you_text: text('Text of the card after the person has posted', { max: 23 }),
  title: text('Text shown above the hashtags; required unless there is a second hashtag', {
    max: 23,
  }),
  second_cta: text('Second hashtag; a leading # is not counted; required unless there is a title', {
    ...ofHashtag,
    clears: true,
  }),
  second_cta_tweet: startText('second'),
  third_cta: more('Third'),
  third_cta_tweet: startText('third'),
  fourth_cta: more('Fourth'),
  fourth_cta_tweet: startText('fourth'),
  thank_you_url: text('URL that the card links to after the person has posted', {
    format: 'url',
    clears: true,
  }),
} as const;

/** The parameters that a new one needs; a change needs none. */
export const neededOf = <const M extends Id>(media_key: M) => {
  const { name, first_cta, first_cta_tweet, thank_you_text } = conversing;
  return allRequired({ name, first_cta, first_cta_tweet, thank_you_text, media_key });
};

/** Each hashtag needs the post that it starts. */
export const hashtagPairs = [
  requires('first_cta', 'first_cta_tweet'),
  requires('second_cta', 'second_cta_tweet'),
  requires('third_cta', 'third_cta_tweet'),
  requires('fourth_cta', 'fourth_cta_tweet'),
] as const;

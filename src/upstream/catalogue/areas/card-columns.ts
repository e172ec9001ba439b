import { lifecycle } from '../language/entity.ts';
import { id, text } from '../language/params.ts';

/** What every card has, however it was made. */
export const cardColumns = {
  ...lifecycle,
  name: text('Name of the card'),
  card_uri: text('What a post gives to show the card, of the form card://<digits>'),
  card_type: text('Kind of card, as in VIDEO_WEBSITE; the list may grow'),
} as const;

/** What cards that are not made of components say about their image. Numbers are texts. */
export const imageColumns = {
  image_display_height: text('Height of the image, or of its aspect ratio'),
  image_display_width: text('Width of the image, or of its aspect ratio'),
} as const;

/** The same about their video. */
export const videoColumns = {
  video_url: text('Where the video is'),
  video_hls_url: text('Where the video is as an HLS playlist'),
  video_width: text('Width of the video, or of its aspect ratio'),
  video_height: text('Height of the video, or of its aspect ratio'),
  video_poster_url: text('Where the image is that stands for the video'),
  video_poster_width: text('Width of that image'),
  video_poster_height: text('Height of that image'),
  content_duration_seconds: text('Length of the video in seconds'),
} as const;

/** What both kinds of conversation cards have. */
export const conversationColumns = {
  ...cardColumns,
  title: text('Text shown above the hashtags'),
  first_cta: text('First hashtag that a person can click'),
  first_cta_tweet: text('Post that a click on the first hashtag begins'),
  second_cta: text('Second hashtag'),
  second_cta_tweet: text('Post that a click on the second hashtag begins'),
  third_cta: text('Third hashtag'),
  third_cta_tweet: text('Post that a click on the third hashtag begins'),
  fourth_cta: text('Fourth hashtag'),
  fourth_cta_tweet: text('Post that a click on the fourth hashtag begins'),
  thank_you_text: text('What the card says after the post'),
  thank_you_url: text('Where the card leads after the post'),
  thank_you_display_url: text('That address as it is shown'),
  thank_you_dest_url: text('That address as it was given'),
  thank_you_shortened_url: text('That address in its short form'),
  media_key: id('The media that it shows'),
  media_url: text('Where that media is'),
  cover_image_url: text('Where the image is that covers the unlocked content'),
  cover_image_display_height: text('Height of that image, or of its aspect ratio'),
  cover_image_display_width: text('Width of that image, or of its aspect ratio'),
} as const;

import { get, group, post, put } from '../language/endpoint.ts';
import { entity, oneOf, pageOf, rowsOf } from '../language/entity.ts';
import { paged } from '../language/lists.ts';
import {
  choices,
  flag,
  id,
  ids,
  int,
  json,
  listOf,
  required,
  shape,
  text,
  time,
} from '../language/params.ts';
import { atLeastOne } from '../language/rules.ts';
import { answering, shownAs, unshown } from '../language/storage.ts';
import { composing } from './draft-tweets.ts';

const tweetType = choices('TweetType', 'The state of publication of a post', {
  DRAFT: 'It is neither published nor scheduled',
  PUBLISHED: 'It is published',
  SCHEDULED: 'It will be published at a time',
});
const timelineType = choices('TimelineType', 'Which published posts a list shows', {
  ALL: 'Both kinds',
  NULLCAST: 'Promoted-only posts, which are never in the timeline',
  ORGANIC: 'Posts of the timeline',
});

const indices = listOf(
  int('Position'),
  'Where it begins and ends in the text, in characters from 0',
);

const entities = shape('TweetEntities', 'What was found in the text of a post', {
  hashtags: listOf(
    shape('TweetHashtag', 'A hashtag in a post', {
      text: text('The hashtag without its #'),
      indices,
    }),
    'The hashtags',
  ),
  symbols: listOf(
    shape('TweetSymbol', 'A cashtag in a post', {
      text: text('The cashtag without its $'),
      indices,
    }),
    'The cashtags',
  ),
  user_mentions: listOf(
    shape('TweetMention', 'A user named in a post', {
      id: id('The user'),
      id_str: text('The user, as text'),
      name: text('Display name'),
      screen_name: text('Name without its @'),
      indices,
    }),
    'The users it names',
  ),
  urls: listOf(
    shape('TweetUrl', 'A link in a post', {
      url: text('The shortened link, as it is in the text'),
      expanded_url: text('URL that it links to'),
      display_url: text('The link as it is displayed'),
      indices,
    }),
    'The links',
  ),
  media: json('The media in the text, as the API sent them'),
  polls: json('The polls, as the API sent them'),
});

const user = shape('TweetUser', 'The author of a post; with trimUser only the ids', {
  id: id('The user'),
  id_str: text('The user, as text'),
  name: text('Display name'),
  screen_name: text('Name without its @'),
  description: text('Description by the user'),
  location: text('Location as the user gives it'),
  url: text('Website of the user'),
  created_at: time('When the user signed up', { written: 'postDate' }),
  protected: flag('Whether only followers see the posts'),
  verified: flag('Whether the user is verified'),
  followers_count: int('How many follow the user'),
  friends_count: int('How many the user follows'),
  statuses_count: int('How many posts the user has made'),
  profile_image_url_https: text('Picture of the user'),
});

const replyTo = {
  in_reply_to_status_id: id('The post that it replies to; null for none'),
  in_reply_to_status_id_str: text('The post that it replies to, as text'),
  in_reply_to_user_id: id('The user that it replies to; null for none'),
  in_reply_to_user_id_str: text('The user that it replies to, as text'),
  in_reply_to_screen_name: text('Screen name of the user that it replies to'),
} as const;

export const tweet = entity('Tweet', 'A post: published, scheduled or a draft.', {
  id: id('Identifier'),
  id_str: text('Its id, as text'),
  tweet_id: id('Its id again; only in lists'),
  created_at: time('When it was created', { written: 'postDate' }),
  full_text: text('Its whole text'),
  text: text('Its text in a response without fullText; null beside fullText, which has all of it'),
  name: text('Name of the post; null if none was set'),
  tweet_type: tweetType.any('Whether it is published, scheduled or a draft'),
  nullcast: flag(
    'Whether it is promoted-only, which means never shown in the timeline of its author',
  ),
  scheduled_at: time('When it is to be published, of scheduled posts'),
  scheduled_status: text('Progress of the publication of a scheduled post, such as SCHEDULED'),
  conversation_settings: text('Who may reply, such as EVERYONE; the API may add values'),
  card_uri: text('The card attached to it', { format: 'cardUri' }),
  source: text('The app that created it, as an HTML link'),
  lang: text('Language of the text, such as en'),
  display_text_range: listOf(
    int('Position'),
    'Where the text to show begins and ends in the whole text, in characters from 0',
  ),
  entities,
  extended_entities: json('Its media, as the API sent them'),
  user,
  contributors: listOf(id('User'), 'The users who contributed to it'),
  favorite_count: int('How often it was liked'),
  retweet_count: int('How often it was reposted'),
  quote_count: int('How often it was quoted'),
  reply_count: int('How often it was answered'),
  favorited: flag('Whether the viewer likes it'),
  retweeted: flag('Whether the viewer reposted it'),
  truncated: flag('Whether the text was cut off'),
  ...replyTo,
  coordinates: json('Place where it was posted, as GeoJSON'),
  geo: json('Place where it was posted, in an older format'),
  place: json('The named place of the post'),
  scopes: shape('TweetScopes', 'Who sees a promoted-only post', {
    followers: flag('Whether the followers of the author see it'),
  }),
  is_quote_status: flag('Whether it quotes another post'),
  quoted_status: json('The post that it quotes, as the API sent it'),
  retweeted_status: json('The post that it reposts, as the API sent it'),
  possibly_sensitive: flag('Whether a link in it may lead to sensitive content'),
  withheld_copyright: flag('Whether it is withheld for copyright'),
  withheld_in_countries: listOf(text('Country'), 'Where it is withheld, as two-letter codes'),
  withheld_scope: text('Whether the post or its author is withheld'),
});

export const tweetPreview = entity(
  'TweetPreview',
  'A preview of a post.',
  {
    tweet_id: id('The post'),
    preview: text('HTML of a frame that shows the post, 1 to 3 KB'),
  },
  { key: null },
);

const kind = required(
  tweetType.any('The type of all these posts; the API leaves out posts of another type'),
);

const conversationSettings = choices(
  'ConversationSettings',
  'Who may reply to a post; users who are mentioned in it always may',
  {
    EVERYONE: 'Everybody',
    FOLLOWING: 'Those whom its author follows',
    MENTIONED_USERS: 'Those whom it mentions',
  },
);
const videoCta = choices('VideoCallToAction', 'The button below a video', {
  VISIT_SITE: 'Invites to visit the website in `videoCtaValue`',
  WATCH_NOW: 'Invites to watch at the address in `videoCtaValue`',
});
const tweetMode = choices(
  'TweetMode',
  'The form in which the API returns the new post',
  {
    COMPAT: 'Its text in `text`, which may be cut off',
    EXTENDED: 'Its whole text in `fullText`',
  },
  { written: 'lowerCase' },
);
const nameOfPost = { name: text('Name of the post', { max: 80 }) } as const;

const publishing = {
  ...composing.params,
  as_user_id: required(
    shownAs(
      'user.id_str',
      id(
        'The user in whose name the post is made. Media that another user uploads needs this one among the `additionalOwners` of `stageMedia`',
      ),
    ),
  ),
  text: shownAs('full_text', text('Text of the post; may only be empty with media')),
  nullcast: flag(
    'Make the post promoted-only: it is never shown in the timeline of its author. False only for posts of the viewer',
    { default: true },
  ),
  conversation_settings: conversationSettings.any('Who may reply; EVERYONE by default', 'EVERYONE'),
  video_cta: unshown(videoCta.any('The button below the video')),
  video_cta_value: unshown(text('Where the button below the video leads')),
  video_title: unshown(text('Title below the video', { max: 70 })),
  video_description: unshown(text('Description below the video', { max: 200 })),
  trim_user: answering(flag('Return only the ids of the author', { default: false, trims: true })),
  tweet_mode: answering(tweetMode.any('The form of the returned post')),
} as const;

const omits = [
  'tweet_id',
  'full_text',
  'tweet_type',
  'nullcast',
  'scheduled_at',
  'scheduled_status',
  'conversation_settings',
  'display_text_range',
  'card_uri',
  'extended_entities',
] as const;

export const tweets = group({
  listTweetPreviews: get('accounts/{account_id}/tweet_previews', {
    doc: 'Previews of posts, in the order of their ids, null for each that the API does not preview',
    params: {
      tweet_ids: required(ids('The posts', { matches: 'tweet_id', as: 'any_tweet_id' })),
      tweet_type: kind,
    },
    returns: rowsOf(tweetPreview),
  }),
  listTweets: get('accounts/{account_id}/tweets', {
    doc: 'The posts of one user of an account',
    params: {
      tweet_type: required(tweetType.any('Whether to list published, scheduled or draft posts')),
      tweet_ids: ids(
        'Only these posts, all of type tweetType. timelineType also applies to them: a post of the timeline needs ORGANIC or ALL',
        { matches: 'id', as: 'any_tweet_id' },
      ),
      user_id: id('Only posts of this user; the promotable user of type FULL by default'),
      name: text('Only posts whose name begins with this, ignoring case', {
        max: 80,
        matches: 'name',
      }),
      timeline_type: timelineType.any(
        'Promoted-only posts, posts of the timeline, or both; NULLCAST by default',
        'NULLCAST',
      ),
      include_mentions_and_replies: flag('Include replies and posts that begin with a mention', {
        default: false,
      }),
      trim_user: flag('Return only the ids of the author', {
        default: false,
        trims: true,
      }),
      ...paged(),
    },
    returns: pageOf(tweet),
    quirks: {
      byIds: {
        tweet_type: 'PUBLISHED',
        timeline_type: 'ALL',
        include_mentions_and_replies: true,
      },
    },
  }),
  createTweet: post('accounts/{account_id}/tweet', {
    doc: 'Publishes a post, promoted-only unless it says otherwise, with up to 4 images, or 1 animated GIF, or 1 video of the media library',
    params: publishing,
    rules: [atLeastOne('text', 'media_keys')],
    returns: oneOf(tweet, { omits }),
    quirks: { listed: { at: 'accounts/{account_id}/tweets', by: { user_id: 'as_user_id' } } },
  }),
  renameTweet: put('accounts/{account_id}/tweets/{tweet_id}/name', {
    doc: 'Gives a published post another name, which only the advertiser sees',
    params: nameOfPost,
    returns: oneOf(tweet),
  }),
});

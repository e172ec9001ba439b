import { get, group } from '../language/endpoint.ts';
import { entity, pageOf, rowsOf } from '../language/entity.ts';
import { paged } from '../language/lists.ts';
import {
  choices,
  flag,
  int,
  json,
  listOf,
  long,
  required,
  shape,
  text,
  time,
} from '../language/params.ts';
import { lang } from './targeting-criteria.ts';

const appStoreOs = choices('AppStoreOs', 'The systems whose app stores have categories', {
  ANDROID: 'Categories of Google Play',
  IOS: 'Categories of the App Store',
});

const conversationType = choices(
  'ConversationType',
  'What the conversations of a topic are about',
  {
    ACTORS: 'People who act in films, series and plays',
    ATHLETES: 'People who compete in a sport',
    BOOK_GENRES: 'Kinds of books',
    BOOKS: 'Single books, and series of them',
    BRAND_CATEGORIES: 'Kinds of brands',
    BRANDS: 'Single brands',
    CELEBRITIES: 'Famous people of any kind',
    COACHES: 'People who train teams',
    DIGITAL_CREATORS: 'People who are known for what they publish online',
    ENTERTAINMENT_BRANDS: 'Brands of films, series, games and shows',
    ENTERTAINMENT_PERSONALITIES: 'People who are known from shows',
    FICTIONAL_CHARACTERS: 'Figures of stories',
    JOURNALISTS: 'People who report the news',
    LIFESTYLES: 'Lifestyles and hobbies',
    MOVIE_GENRES: 'Kinds of films',
    MOVIES: 'Single films, and series of them',
    MUSIC_GENRES: 'Kinds of music',
    MUSICIANS: 'People and bands who make music',
    NEWS_STORIES: 'Single stories in the news',
    NEWS: 'Fields of the news',
    PERSONS: 'People without a more specific kind',
    PLACES: 'Cities, countries and sights; for ads shown in a place, target a LOCATION instead',
    PODCASTS: 'Single podcasts',
    POLITICAL_AFFILIATIONS: 'Parties and political directions',
    POLITICIANS: 'People in politics',
    PRODUCTS: 'Single products',
    RADIO_STATIONS: 'Stations and programmes of the radio',
    SPORTS_LEAGUES: 'Leagues and competitions',
    SPORTS_PERSONALITIES: 'People in sports who do not compete',
    SPORTS_TEAMS: 'Clubs and national teams',
    SPORTS: 'Sports in general',
    TRENDS: 'Topics that many people talk about for a while',
    TV_SHOWS: 'Talk about shows; for people who engage with a show, target a TV_SHOW instead',
    VIDEO_GAME_PLATFORMS: 'Consoles and shops for games',
    VIDEO_GAME_PUBLISHERS: 'Companies that publish games',
    VIDEO_GAMES: 'Single games, and series of them',
  },
);

const eventType = choices('TargetingEventType', 'The kinds of events', {
  CONFERENCE: 'Conferences and fairs',
  HOLIDAY: 'Public holidays and other days that people celebrate',
  MUSIC_AND_ENTERTAINMENT: 'Festivals, awards and premieres',
  OTHER: 'Events of no other kind',
  POLITICS: 'Elections and summits',
  RECURRING: 'Topics that return each week or month',
  SPORTS: 'Matches, races and tournaments',
});

const locationType = choices(
  'TargetingLocationType',
  'The kinds of places. Not every country has all of them',
  {
    COUNTRIES: 'Whole countries',
    REGIONS: 'States, provinces and regions',
    METROS: 'Designated market areas: a city with its surroundings',
    CITIES: 'Cities',
    POSTAL_CODES: 'Areas of one postal code; needed for results by postal code',
  },
);

const suggestionType = choices(
  'TargetingSuggestionType',
  'What is suggested, and what suggestions are derived from',
  {
    KEYWORD: 'Keywords, for the keyword types of targeting criteria',
    USER_ID: 'Users, for SIMILAR_TO_FOLLOWERS_OF_USER',
  },
);

/** The columns of entries with a value. `kind` is the type of criterion that takes it. */
const option = (kind: string) =>
  ({
    name: text('Name for people to read'),
    targeting_type: text(`The type of criterion that takes the value: ${kind}`),
    targeting_value: text('The value that a targeting criterion takes'),
  }) as const;
const keyed = { key: 'targeting_value', inAccount: false } as const;
const country = text('The country, as a two-letter ISO code');

export const targetingAppStoreCategory = entity(
  'TargetingAppStoreCategory',
  'A category of apps, to target people with such apps.',
  { ...option('APP_STORE_CATEGORY'), os_type: appStoreOs.any('The system of the app store') },
  keyed,
);

export const targetingConversation = entity(
  'TargetingConversation',
  'A topic that people talk about.',
  { ...option('CONVERSATION'), conversation_type: conversationType.any('What it is about') },
  keyed,
);

export const targetingDevice = entity(
  'TargetingDevice',
  'A model of device.',
  {
    ...option('DEVICE'),
    manufacturer: text('Who makes it, such as Apple'),
    os_type: text('Its system, such as iOS'),
  },
  keyed,
);

export const targetingEvent = entity(
  'TargetingEvent',
  'An event. A line item can target one event at most. Times are given as if the event were in UTC, wherever it is: a holiday begins at 00:00Z of its day.',
  {
    ...option('EVENT'),
    event_type: eventType.any('Kind of event'),
    start_time: time('When it begins'),
    end_time: time('When it ends'),
    is_global: flag('Whether it concerns all countries'),
    country_code: text('The country, as a two-letter ISO code; null if it is global'),
    reach: shape('TargetingEventReach', 'How many people an event reaches', {
      total_reach: long('Number of people; null if it is not known'),
    }),
    top_users: listOf(json('User'), 'Users who posted about it; X documents no example'),
    top_tweets: listOf(json('Post'), 'Posts about it; X documents no example'),
    top_hashtags: listOf(json('Hashtag'), 'Hashtags about it; X documents no example'),
    gender_breakdown_percentage: json('Share of people by gender; X documents no example'),
    device_breakdown_percentage: json('Share of people by device; X documents no example'),
    country_breakdown_percentage: json('Share of people by country; X documents no example'),
  },
  keyed,
);

export const targetingInterest = entity(
  'TargetingInterest',
  'An interest. Names have up to two levels, as in "Books and literature/Biographies and memoirs".',
  option('INTEREST'),
  keyed,
);

export const targetingLanguage = entity(
  'TargetingLanguage',
  'A language that people understand.',
  option('LANGUAGE'),
  keyed,
);

export const targetingLocation = entity(
  'TargetingLocation',
  'A country, region, metropolitan area, city or postal code.',
  {
    ...option('LOCATION'),
    country_code: country,
    location_type: locationType.any('Kind of place'),
  },
  keyed,
);

export const targetingNetworkOperator = entity(
  'TargetingNetworkOperator',
  'A mobile network.',
  { ...option('NETWORK_OPERATOR'), country_code: country },
  keyed,
);

export const targetingPlatformVersion = entity(
  'TargetingPlatformVersion',
  'A version of a mobile system.',
  {
    ...option('PLATFORM_VERSION'),
    os_type: text('The system, such as Android'),
    number: text('Number of the version, such as 4.1'),
    platform: text('The platform that it is a version of'),
    released_at: time('When it was released'),
  },
  keyed,
);

export const targetingPlatform = entity(
  'TargetingPlatform',
  'A platform, such as all phones and tablets of one system.',
  {
    ...option('PLATFORM'),
    localized_name: text('The name in the language of `lang`; null if it is not known'),
  },
  keyed,
);

export const targetingTvMarket = entity(
  'TargetingTvMarket',
  'A market whose television shows can be targeted.',
  {
    name: text('Name for people to read'),
    locale: text('Language and country, such as en-US: the `locale` of targetingTvShows'),
    country_code: country,
  },
  { key: 'locale', inAccount: false },
);

export const targetingTvShow = entity(
  'TargetingTvShow',
  'A television show.',
  {
    ...option('TV_SHOW'),
    genre: text('Genre, such as PAID; the API may add values'),
    estimated_users: int('Estimated audience in users; 1000 for every audience below 1,000'),
    locales: listOf(
      shape('TvShowLocale', 'A language and country of a television show', {
        language: text('Language, such as en'),
        country: text('Country, such as US'),
      }),
      'Where it is broadcast',
    ),
  },
  keyed,
);

export const targetingSuggestion = entity(
  'TargetingSuggestion',
  'A value that suits those that are targeted already.',
  {
    suggestion_type: suggestionType.any('What is suggested'),
    suggestion_value: text('The keyword or user id, for targetingValue of a criterion'),
  },
  { key: null, inAccount: false },
);

const byName = (doc: string) => ({ q: text(doc, { min: 1, words: ['name'] }) }) as const;
/** For a list that is read whole and then searched here. */
const words = byName('Only entries whose name contains each of these words');
/** For a list that the API searches. */
const search = byName('Only entries that the API finds by these words of their name');
const inCountry = (doc: string) => text(doc, { format: 'country', matches: 'country_code' });
const { count } = paged();
const folder = 'targeting_criteria';
const isReference = true;

export const targetingOptions = group({
  listTargetingAppStoreCategories: get(`${folder}/app_store_categories`, {
    doc: 'The categories of app stores, for criteria of type APP_STORE_CATEGORY',
    params: { ...words, os_type: appStoreOs.of('os_type', 'Only categories of this app store') },
    returns: rowsOf(targetingAppStoreCategory, { most: 200 }),
    isReference,
  }),
  listTargetingConversations: get(`${folder}/conversations`, {
    doc: 'The topics of conversations, for criteria of type CONVERSATION',
    params: {
      conversation_type: conversationType.of('conversation_type', 'Only topics of this kind'),
      ...paged(),
    },
    returns: pageOf(targetingConversation),
    isReference,
  }),
  listTargetingDevices: get(`${folder}/devices`, {
    doc: 'The models of devices, for criteria of type DEVICE; the first 1,000 that the API has',
    params: { ...words, count },
    returns: rowsOf(targetingDevice, { most: 1000 }),
    isReference,
  }),
  listTargetingEvents: get(`${folder}/events`, {
    doc: 'The events, for criteria of type EVENT',
    params: {
      event_types: required(
        listOf(eventType.any('Kind'), 'Only events of these kinds', {
          min: 1,
          matches: 'event_type',
        }),
      ),
      country_codes: listOf(
        text('Country', { format: 'country' }),
        'Only events of these countries, as two-letter ISO codes; all countries by default',
        { min: 1 },
      ),
      start_time: time(
        'When the line item begins: only events that have not ended by then; now by default',
      ),
      end_time: time('When the campaign ends: only events that start before it'),
      ...paged(),
    },
    returns: pageOf(targetingEvent),
    isReference,
  }),
  listTargetingInterests: get(`${folder}/interests`, {
    doc: 'The interests, for criteria of type INTEREST. X recommends reading them again every week',
    params: { ...search, ...paged() },
    returns: pageOf(targetingInterest),
    isReference,
  }),
  listTargetingLanguages: get(`${folder}/languages`, {
    doc: 'The languages, for criteria of type LANGUAGE',
    params: { ...search, ...paged() },
    returns: pageOf(targetingLanguage),
    isReference,
  }),
  listTargetingLocations: get(`${folder}/locations`, {
    doc: 'The places, for criteria of type LOCATION',
    params: {
      location_type: locationType.of('location_type', 'Only places of this kind'),
      country_code: inCountry('Only places in this country, as a two-letter ISO code'),
      ...search,
      ...paged(),
    },
    returns: pageOf(targetingLocation),
    isReference,
  }),
  listTargetingNetworkOperators: get(`${folder}/network_operators`, {
    doc: 'The mobile networks of a country, for criteria of type NETWORK_OPERATOR',
    params: {
      country_code: inCountry('The country, as a two-letter ISO code; US by default'),
      ...search,
      ...paged(),
    },
    returns: pageOf(targetingNetworkOperator),
    isReference,
  }),
  listTargetingPlatformVersions: get(`${folder}/platform_versions`, {
    doc: 'The versions of mobile systems, for criteria of type PLATFORM_VERSION',
    params: words,
    returns: rowsOf(targetingPlatformVersion, { most: 200 }),
    isReference,
  }),
  listTargetingPlatforms: get(`${folder}/platforms`, {
    doc: 'The platforms, for criteria of type PLATFORM',
    params: {
      ...words,
      ...lang,
      count,
    },
    returns: rowsOf(targetingPlatform, { most: 20 }),
    isReference,
  }),
  listTargetingTvMarkets: get(`${folder}/tv_markets`, {
    doc: 'The markets whose television shows can be targeted',
    returns: rowsOf(targetingTvMarket, { most: 50 }),
    isReference,
  }),
  listTargetingTvShows: get(`${folder}/tv_shows`, {
    doc: 'The television shows of a market, for criteria of type TV_SHOW. The line item needs a LOCATION in the country of the market first',
    params: {
      locale: required(
        text('The market: a `locale` of targetingTvMarkets, such as en-US', { format: 'locale' }),
      ),
      ...search,
      ...paged({ max: 50, defaultCount: 50 }),
    },
    returns: pageOf(targetingTvShow),
    isReference,
  }),
  listTargetingSuggestions: get('accounts/{account_id}/targeting_suggestions', {
    doc: 'Keywords or users that suit those that are targeted already, for this account',
    params: {
      suggestion_type: required(
        suggestionType.any('What to suggest. The targetingValues are of the same kind'),
      ),
      targeting_values: required(
        listOf(
          text('Value', { format: 'item' }),
          'The keywords or user ids to derive suggestions from; none may contain a comma',
          { min: 1 },
        ),
      ),
      count: int('Suggestions to return, 30 by default', { min: 1, max: 50, default: 30 }),
    },
    returns: rowsOf(targetingSuggestion, { most: 50 }),
  }),
});

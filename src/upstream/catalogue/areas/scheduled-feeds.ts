import { collection, get, group } from '../language/endpoint.ts';
import { dated, entity, rowsOf } from '../language/entity.ts';
import { allRequired, choices, id, text } from '../language/params.ts';
import { onlyWhen, requiredWith } from '../language/rules.ts';
import { early } from './product-catalogs.ts';

const feedFormat = choices('FeedFormat', 'The formats of files with products', {
  CSV: 'Values with commas between them, a product in each line',
  TSV: 'Values with tabs between them, a product in each line',
  XML: 'An XML feed',
});
const frequency = choices('FeedFrequency', 'How often X reads the file of a feed', {
  HOURLY: 'Every few hours; `repeat` is the number of hours: 1, 2, 3, 4, 6, 8 or 12',
  DAILY: 'Once a day; `repeat` must not be given',
  WEEKLY: 'Once a week; `repeat` is the day: MONDAY to SUNDAY',
});

const hours = ['1', '2', '3', '4', '6', '8', '12'];
const days = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];

const schedule = {
  feed_url: text('URL of the file with the products, which may have up to 8 GB', {
    format: 'url',
  }),
  feed_format: feedFormat.any('Format of the file'),
  frequency: frequency.any('How often X reads it'),
  repeat: text(
    'With WEEKLY the day, with HOURLY the number of hours between two readings; not with DAILY',
    { oneOf: [...hours, ...days] },
  ),
  start_time: text('Time of day at which it is read, as HH:MM', { format: 'clock' }),
  time_zone: text('Time zone of `startTime`, by its IANA name, such as Europe/Berlin', {
    format: 'timeZone',
  }),
} as const;

export const scheduledFeed = entity(
  'ScheduledFeed',
  'A file with products that X reads again and again into a catalog. A product that is no longer in the file stays in the catalog.',
  {
    ...dated,
    product_catalog_id: id('The catalog that it fills'),
    ...schedule,
  },
  { inAccount: false, goneWhenDeleted: true },
);

/** The values of `repeat` for each frequency. An update may omit the frequency. */
const repeats = (facts: { readonly orAbsent?: true }) => [
  requiredWith('repeat', 'frequency', ['HOURLY', 'WEEKLY']),
  onlyWhen('repeat', 'frequency', ['WEEKLY'], { values: days, ...facts }),
  onlyWhen('repeat', 'frequency', ['HOURLY'], { values: hours, ...facts }),
];

const ofScheduledFeed = collection(
  'product_catalogs/{product_catalog_id}/scheduled_feeds/{scheduled_feed_id}',
  scheduledFeed,
);

export const scheduledFeeds = group({
  listScheduledFeeds: get('product_catalogs/{product_catalog_id}/scheduled_feeds', {
    doc: 'The scheduled feeds of a catalog; a user has at most one',
    ...early(1000),
    returns: rowsOf(scheduledFeed, { most: 1 }),
  }),
  createScheduledFeed: ofScheduledFeed.create({
    doc: 'Creates a scheduled feed; a user has at most one',
    ...early(20),
    params: { ...allRequired(schedule), repeat: schedule.repeat },
    rules: repeats({}),
  }),
  updateScheduledFeed: ofScheduledFeed.update({
    doc: 'Changes a scheduled feed; parameters that are left out keep their values',
    ...early(20),
    params: schedule,
    rules: repeats({ orAbsent: true }),
  }),
  deleteScheduledFeed: ofScheduledFeed.delete({
    doc: 'Deletes a scheduled feed for good; the products that it brought stay in the catalog',
    ...early(20),
  }),
});

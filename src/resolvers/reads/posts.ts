import type { Flawed } from '../../loaders/page-query.ts';
import { scheduledTweet } from '../../upstream/catalogue/areas/scheduled-tweets.ts';
import { tweet } from '../../upstream/catalogue/areas/tweets.ts';
import { type Row, SOURCE } from '../../upstream/client/row.ts';
import type { Load, LoadContext, Loaded } from '../field.ts';
import { andThen } from './grouped.ts';
import { type Address, addressIn, entitiesAt, linkFrom, rowsAt } from './node.ts';

// A list of posts needs its author as a filter. By default it is the promotable user of type FULL.

/** The address of the post in `tweet_id` by its author, by default the default author. */
const postBy = (row: Row, userId: unknown): Address | Error | null => {
  if (userId instanceof Error) return userId;
  const address = addressIn(tweet, row, row['tweet_id']);
  if (address === null || address instanceof Error || typeof userId !== 'string') return address;
  return { ...address, filters: { user_id: userId } };
};

/** Loads the post in `tweet_id`, whose author is in `user_id`. */
export const postOfAuthor = linkFrom((row) => postBy(row, row['user_id']));

/**
 * Loads the post in `tweet_id`, which was scheduled before. Only the scheduled post has the author,
 * so it is read if the default author has no such post.
 */
export const postOfScheduled: Load<Row, Row | null> = (rows, _args, context, field) => {
  const asking = { context, field };
  const byDefaultAuthor = entitiesAt(
    rows.map((row) => postBy(row, null)),
    asking,
  );
  return andThen(byDefaultAuthor, (found) => {
    const open = rows.filter((row, index) => found[index] === null && hasPost(row));
    if (open.length === 0) return found;
    return andThen(postsOfAuthors(open, asking), (posts) => {
      const byRow = new Map(open.map((row, index) => [row, posts[index]]));
      return rows.map((row, index) => byRow.get(row) ?? found[index] ?? null);
    });
  });
};

const hasPost = (row: Row): boolean =>
  postBy(row, null) !== null && typeof row['scheduled_tweet_id'] === 'string';

const postsOfAuthors = (
  rows: readonly Row[],
  asking: LoadContext,
): Loaded<Row | null | Flawed<Row>> =>
  andThen(scheduledPosts(rows, asking), (scheduled) =>
    entitiesAt(
      rows.map((row, index) => {
        const found = scheduled[index] ?? null;
        return found === null || found instanceof Error ? found : postBy(row, found['user_id']);
      }),
      asking,
    ),
  );

const scheduledPosts = (rows: readonly Row[], asking: LoadContext): Loaded<Row | null> =>
  rowsAt(
    scheduledTweet,
    rows.map((row) => ({
      accountId: row[SOURCE].accountId,
      id: String(row['scheduled_tweet_id']),
    })),
    asking,
  );

import { graphql, usePaginationFragment } from 'react-relay';
import type { Picked } from '../draft-line-item.ts';
import { Picker } from '../Picker.tsx';
import { ShowMore } from '../ShowMore.tsx';
import type { PostPicker_account$key } from './__generated__/PostPicker_account.graphql.ts';
import type { PostPickerPageQuery } from './__generated__/PostPickerPageQuery.graphql.ts';

const pageSize = 200;
const shownAtMost = 4;

interface Props {
  readonly account: PostPicker_account$key;
  readonly chosen: readonly Picked[];
  readonly onPick: (chosen: readonly Picked[]) => void;
}

/**
 * The posts of an account, searched by their text, the newest first. The API finds posts only by
 * the beginning of their name, so the search covers those that were read: a page, and more on
 * demand.
 */
export const PostPicker = ({ account, chosen, onPick }: Props) => {
  const page = usePaginationFragment<PostPickerPageQuery, PostPicker_account$key>(
    graphql`
      fragment PostPicker_account on Account
      @refetchable(queryName: "PostPickerPageQuery")
      @argumentDefinitions(first: { type: "Int", defaultValue: 200 }, after: { type: "String" }) {
        tweets(first: $first, after: $after, tweetType: PUBLISHED, timelineType: ALL)
          @connection(key: "PostPicker_tweets") {
          edges {
            node {
              restId
              fullText
              createdAt
            }
          }
        }
      }
    `,
    account,
  );
  const posts = (page.data.tweets?.edges ?? [])
    .map(({ node }) => ({
      value: node.restId,
      name: node.fullText ?? node.restId,
      day: node.createdAt?.slice(0, 10) ?? '',
    }))
    .toSorted((one, other) => other.day.localeCompare(one.day));
  return (
    <>
      <Picker label="Posts" chosen={chosen} onPick={onPick}>
        {(q, pick) => <Found posts={posts} q={q} onPick={pick} />}
      </Picker>
      <ShowMore page={page} pageSize={pageSize}>
        Load more posts
      </ShowMore>
    </>
  );
};

interface Post extends Picked {
  readonly day: string;
}

interface FoundProps {
  readonly posts: readonly Post[];
  readonly q: string;
  readonly onPick: (post: Picked) => void;
}

const Found = ({ posts, q, onPick }: FoundProps) => {
  const found = posts.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()));
  const others = found.length - shownAtMost;
  return (
    <>
      {found.slice(0, shownAtMost).map(({ value, name, day }) => (
        <li key={value}>
          <button type="button" onClick={() => onPick({ value, name })}>
            {name} <span className="quiet">{day}</span>
          </button>
        </li>
      ))}
      {found.length === 0 && <li className="quiet">No post contains this text.</li>}
      {others > 0 && <li className="quiet">{others} more. Type part of the text.</li>}
    </>
  );
};

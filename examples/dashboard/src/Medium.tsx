import { graphql, useFragment } from 'react-relay';
import type { Medium_medium$key } from './__generated__/Medium_medium.graphql.ts';
import { writtenWord } from './written.ts';

/** One picture or film of a media library. */
export const Medium = ({ medium }: { readonly medium: Medium_medium$key }) => {
  const { name, fileName, mediaType, mediaUrl, posterMediaUrl } = useFragment(
    graphql`
      fragment Medium_medium on MediaLibraryItem {
        name
        fileName
        mediaType
        mediaUrl
        posterMediaUrl
      }
    `,
    medium,
  );
  return (
    <li className="medium">
      <img
        src={posterMediaUrl ?? mediaUrl ?? ''}
        alt=""
        loading="lazy"
        onError={({ currentTarget }) => currentTarget.classList.add('missing')}
      />
      <span>{name ?? fileName ?? 'Untitled'}</span>
      <span className="quiet">{mediaType && writtenWord(mediaType)}</span>
    </li>
  );
};

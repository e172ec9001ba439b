import { graphql, useLazyLoadQuery } from 'react-relay';
import type { MediaQuery } from './__generated__/MediaQuery.graphql.ts';
import { AddMedia } from './AddMedia.tsx';
import { useAddressDialog } from './address-dialog.ts';
import { Dialog } from './Dialog.tsx';
import { Medium } from './Medium.tsx';

/** A button that opens the media library of an account. */
export const Media = ({ accountId }: { readonly accountId: string }) => {
  const { isShown, show, hide: close } = useAddressDialog('media');
  return (
    <>
      <button type="button" onClick={show}>
        Media
      </button>
      {isShown && (
        <Dialog heading="Media" of="the media library" onClose={close}>
          {(attempt) => (
            <>
              <Library accountId={accountId} fetchKey={attempt} />
              <div className="actions">
                <button type="button" onClick={close}>
                  Close
                </button>
              </div>
            </>
          )}
        </Dialog>
      )}
    </>
  );
};

interface Props {
  readonly accountId: string;
  readonly fetchKey: number;
}

const Library = ({ accountId, fetchKey }: Props) => {
  const { account } = useLazyLoadQuery<MediaQuery>(
    graphql`
      query MediaQuery($accountId: ID!) {
        account(id: $accountId) {
          mediaLibrary(first: 20) @connection(key: "Media_mediaLibrary") {
            __id
            edges {
              node {
                id
                ...Medium_medium
              }
            }
          }
        }
      }
    `,
    { accountId },
    { fetchKey, fetchPolicy: 'store-and-network' },
  );
  const library = account?.mediaLibrary;
  if (!library) return null;
  return (
    <>
      <AddMedia accountId={accountId} connection={library.__id} />
      <ul className="media" aria-label="Media library">
        {library.edges.map(({ node }) => (
          <Medium key={node.id} medium={node} />
        ))}
      </ul>
    </>
  );
};

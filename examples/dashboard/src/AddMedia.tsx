import type { ChangeEvent } from 'react';
import { useId, useState } from 'react';
import { graphql, useRelayEnvironment } from 'react-relay';
import type {
  AddMediaMutation,
  AddMediaMutation$data,
} from './__generated__/AddMediaMutation.graphql.ts';
import { Faults } from './Faults.tsx';
import { showFirst } from './relay/lists.ts';
import { useWrite } from './relay/write.ts';
import type { Progress } from './upload.ts';
import { upload } from './upload.ts';

type Payload = NonNullable<AddMediaMutation$data['addMediaLibraryItem']>;

interface Props {
  readonly accountId: string;
  /** The list that shows the new media. */
  readonly connection: string;
}

/** A field for a file, which is uploaded when it is chosen, and then added to the library. */
export const AddMedia = ({ accountId, connection }: Props) => {
  const environment = useRelayEnvironment();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  const fieldId = useId();
  const write = useMediaWrite(accountId, connection);
  const add = async (file: File): Promise<void> => {
    setFailure(null);
    setProgress({ step: 'sending', share: 0 });
    try {
      const mediaKey = await upload(file, { environment, accountId, onProgress: setProgress });
      await write.send({ accountId, mediaKey, fileName: file.name });
    } catch (error) {
      setFailure(error as Error);
    } finally {
      setProgress(null);
    }
  };
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = currentTarget.files ?? [];
    // Otherwise the same file could not be chosen again.
    currentTarget.value = '';
    if (file !== undefined) void add(file);
  };

  return (
    <div className="field">
      <label htmlFor={fieldId}>Add media</label>
      <input
        id={fieldId}
        type="file"
        accept={types.join()}
        disabled={progress !== null || write.isOpen}
        onChange={choose}
      />
      {progress !== null && <Bar progress={progress} />}
      {failure && (
        <p role="alert" className="fault">
          {failure.message}
        </p>
      )}
      <Faults write={write} />
    </div>
  );
};

/** The types of files that can be uploaded. */
const types = ['bmp', 'gif', 'jpeg', 'pjpeg', 'png', 'tiff', 'webp']
  .map((type) => `image/${type}`)
  .concat('video/mp2t', 'video/mp4', 'video/quicktime', 'video/webm');

const useMediaWrite = (accountId: string, connection: string) => {
  const environment = useRelayEnvironment();
  return useWrite<AddMediaMutation, Payload>({
    mutation: graphql`
      mutation AddMediaMutation($input: AddMediaLibraryItemInput!) {
        addMediaLibraryItem(input: $input) {
          outcome
          errors {
            message
            argument
          }
          mediaLibraryItem {
            id
            ...Medium_medium
          }
        }
      }
    `,
    name: `addMediaLibraryItem in ${accountId}`,
    configOf: (input) => ({ variables: { input } }),
    isReviewed: () => false,
    payloadOf: ({ addMediaLibraryItem }) => addMediaLibraryItem,
    onEnd: (ending) => {
      if ('mediaLibraryItem' in ending) {
        showFirst(environment, connection, { made: ending.mediaLibraryItem });
      }
    },
  });
};

const Bar = ({ progress }: { readonly progress: Progress }) => {
  const percent = progress.step === 'sending' ? Math.floor(100 * progress.share) : 100;
  const said = progress.step === 'sending' ? `${percent} % sent` : 'Processing …';
  return (
    <>
      <progress max={100} value={percent} aria-label="Upload" />
      <p role="status" className="quiet">
        {said}
      </p>
    </>
  );
};

import { graphql } from 'react-relay';
import type { Environment } from 'relay-runtime';
import { commitMutation, fetchQuery } from 'relay-runtime';
import type { uploadStagedQuery } from './__generated__/uploadStagedQuery.graphql.ts';
import type {
  MediaCategory,
  StageMediaInput,
  uploadStageMutation,
} from './__generated__/uploadStageMutation.graphql.ts';
import type { Fault } from './relay/fault.ts';

/** The progress of an upload: bytes are being sent, or the API processes the whole file. */
export type Progress =
  | { readonly step: 'sending'; readonly share: number }
  | { readonly step: 'processing' };

/** A refused upload, with all faults of the file. */
export class Refused extends Error {
  readonly faults: readonly Fault[];
  constructor(faults: readonly Fault[]) {
    super(faults.map(({ message }) => message).join(' '));
    this.faults = faults;
  }
}

interface Uploading {
  readonly environment: Environment;
  readonly accountId: string;
  readonly onProgress: (progress: Progress) => void;
}

/**
 * Uploads a file, and resolves with its media key once it can be used. Throws Refused or an Error.
 */
export const upload = async (
  file: File,
  { environment, accountId, onProgress }: Uploading,
): Promise<string> => {
  const { url } = await stage(environment, {
    accountId,
    mediaCategory: categoryOf(file),
    mediaType: file.type,
    totalBytes: file.size,
    fileName: file.name,
  });
  await send(file, url, (sent) => onProgress({ step: 'sending', share: sent / file.size }));
  onProgress({ step: 'processing' });
  return ready(environment, url);
};

// The gateway checks the limits of each category.
const categoryOf = ({ type }: File): MediaCategory => {
  if (type === 'image/gif') return 'TWEET_GIF';
  return type.startsWith('video/') ? 'AMPLIFY_VIDEO' : 'TWEET_IMAGE';
};

const stage = (
  environment: Environment,
  input: StageMediaInput,
): Promise<{ readonly url: string }> =>
  new Promise((resolve, reject) => {
    commitMutation<uploadStageMutation>(environment, {
      mutation: graphql`
        mutation uploadStageMutation($input: StageMediaInput!) {
          stageMedia(input: $input) {
            outcome
            upload {
              url
            }
            errors {
              message
              argument
            }
          }
        }
      `,
      variables: { input },
      onCompleted: ({ stageMedia }) => {
        if (stageMedia?.upload) resolve(stageMedia.upload);
        else reject(new Refused(stageMedia?.errors ?? []));
      },
      onError: reject,
    });
  });

const tries = 5;
const restMs = 1000;

/** Sends the bytes. After a broken connection it resumes after the last confirmed byte. */
const send = async (file: File, url: string, onSent: (bytes: number) => void): Promise<void> => {
  let from = 0;
  for (let left = tries; ; left -= 1) {
    const status = await put(file.slice(from), url, {
      range: `bytes ${from < file.size ? `${from}-${file.size - 1}` : '*'}/${file.size}`,
      onSent: (bytes) => onSent(from + bytes),
    });
    if (status === 200) return;
    if (left === 1) throw new Error(`The upload was interrupted (${status || 'no response'}).`);
    await new Promise((resolve) => setTimeout(resolve, restMs));
    from = await receivedBytes(url);
  }
};

interface Part {
  readonly range: string;
  readonly onSent: (bytes: number) => void;
}

// Only this old interface reports the sent bytes; status 0 is a broken connection.
const put = (body: Blob, url: string, { range, onSent }: Part): Promise<number> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    request.setRequestHeader('content-range', range);
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onloadend = () => resolve(request.status);
    request.send(body);
  });

const receivedBytes = async (url: string): Promise<number> => {
  const { headers } = await fetch(url, { method: 'HEAD' });
  return Number(headers.get('upload-offset') ?? 0);
};

const askMs = 1000;

/** The media key of an upload, as soon as the API has processed it. */
const ready = async (environment: Environment, url: string): Promise<string> => {
  for (;;) {
    const found = await fetchQuery<uploadStagedQuery>(
      environment,
      graphql`
        query uploadStagedQuery($upload: String!) {
          stagedMedia(upload: $upload) {
            state
            mediaKey
            error
          }
        }
      `,
      { upload: url },
      { fetchPolicy: 'network-only' },
    ).toPromise();
    const { state, mediaKey, error } = found?.stagedMedia ?? {};
    if (state === 'READY' && mediaKey) return mediaKey;
    if (state !== 'PROCESSING') throw new Error(error ?? 'The upload no longer exists.');
    await new Promise((resolve) => setTimeout(resolve, askMs));
  }
};

import type { AnswerError } from '../gateway/answer-body.ts';
import { AskError, ask, headersIn } from '../gateway/ask.ts';
import { isObject, type Values } from '../json.ts';

/** A file, and its purpose. */
export interface FileToSend {
  readonly file: File;
  readonly accountId: string;
  readonly mediaCategory: string;
}

/** The progress of a file; `share` is of its bytes, from 0 to 1. */
export type UploadProgress =
  | { readonly state: 'sending'; readonly share: number }
  | { readonly state: 'processing' }
  | { readonly state: 'ready'; readonly mediaKey: string };

const stage = `mutation StageMedia($input: StageMediaInput!) {
  stageMedia(input: $input) { outcome mediaKey upload { url } errors { message } }
}`;

const look = `query StagedMedia($upload: String!) {
  stagedMedia(upload: $upload) { state error mediaKey }
}`;

interface Sender {
  /** JSON, as it was typed. */
  readonly headers: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: UploadProgress) => void;
}

const fieldOf = async (
  query: string,
  variables: Values,
  { headers, signal }: Sender,
): Promise<Values> => {
  const text = JSON.stringify(variables);
  const { body } = await ask({ query, variables: text, headers }, 'answer', { signal });
  const [field] = Object.values(body.data ?? {});
  if (isObject(field)) return field;
  throw new AskError(body.errors?.[0]?.message ?? 'The gateway does not know this upload.');
};

/** Sends a file to an account. Rejects with AskError, and if it was stopped. */
export const upload = async (sent: FileToSend, sender: Sender): Promise<void> => {
  const { file, accountId, mediaCategory } = sent;
  sender.onProgress({ state: 'sending', share: 0 });
  const input = {
    ...{ accountId, mediaCategory },
    mediaType: file.type,
    totalBytes: file.size,
    fileName: file.name,
  };
  const { upload: place, errors } = await fieldOf(stage, { input }, sender);
  const url = isObject(place) ? String(place['url']) : null;
  if (url === null) {
    const [first] = Array.isArray(errors) ? (errors as readonly AnswerError[]) : [];
    throw new AskError(first?.message ?? 'The upload could not start.');
  }
  // By its name, because the page may be open under another address than the public one.
  const name = url.slice(url.lastIndexOf('/') + 1);
  await put(`media/${name}`, file, sender);
  sender.onProgress({ state: 'processing' });
  sender.onProgress({ state: 'ready', mediaKey: await readyKey(name, sender) });
};

// Only XMLHttpRequest tells how many bytes have left.
const put = (path: string, file: File, { headers, signal, onProgress }: Sender): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', path);
    for (const [name, value] of headersIn(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) =>
      onProgress({ state: 'sending', share: loaded / file.size });
    request.onload = () =>
      request.status < 300
        ? resolve()
        : reject(new AskError(`The gateway rejected the file (HTTP ${request.status}).`));
    request.onerror = () => reject(new AskError('The connection was lost. Send the file again.'));
    request.onabort = () => reject(new AskError('Stopped.'));
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });

const pauseMs = 1500;

const readyKey = async (name: string, sender: Sender): Promise<string> => {
  for (;;) {
    const { state, error, mediaKey } = await fieldOf(look, { upload: name }, sender);
    if (state === 'READY') return String(mediaKey);
    if (state === 'FAILED')
      throw new AskError(String(error ?? 'The API could not process the file.'));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
};

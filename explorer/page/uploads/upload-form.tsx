// Loaded when the drawer is first opened.
import { type GraphQLSchema, isEnumType } from 'graphql';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type IdChoice, type IdContext, idChoices, mostChoices } from '../forms/id-choices.ts';
import { IdInput } from '../forms/id-input.tsx';
import { Choice } from '../widgets/choice.tsx';
import { Problem } from '../widgets/problem.tsx';
import { reasonOf, size, titled } from '../words.ts';
import type { Draft, Tab } from '../work/work.ts';
import { type UploadProgress, upload } from './upload.ts';

export interface UploadFormProps {
  readonly schema: GraphQLSchema | null;
  readonly tab: Tab;
  readonly onOpen: (draft: Draft) => void;
}

/** The form of an upload: its file, its purpose and its progress. */
export const UploadForm = ({ schema, tab, onOpen }: UploadFormProps) => {
  const categories = categoriesIn(schema);
  const context = { headers: tab.headers, text: '' };
  const accounts = useAccounts(context);
  const [typed, setAccountId] = useState('');
  const isListed = accounts.length > 0 && accounts.length < mostChoices;
  const accountId = isListed ? typed || (accounts[0]?.id ?? '') : typed;
  const [chosen, setCategory] = useState('TWEET_IMAGE');
  const [file, setFile] = useState<File | null>(null);
  const { progress, problem, isBusy, start, stop } = useUpload();
  const send = (event: Event): void => {
    event.preventDefault();
    if (file === null) return;
    void start({ file, accountId, mediaCategory: chosen }, tab.headers);
  };
  return (
    <form class="upload" onSubmit={send}>
      <p class="muted">
        Sent with <code>stageMedia</code>; <code>stagedMedia</code> says when it is ready.
      </p>
      {!isListed ? (
        <span class="choice">
          Account
          <IdInput
            {...{ label: 'Account', kind: 'accounts', context, value: typed }}
            onValue={setAccountId}
          />
        </span>
      ) : (
        <Choice
          label="Account"
          value={accountId}
          options={accounts.map(({ id }) => id)}
          wordsOf={(one) => `${accounts.find(({ id }) => id === one)?.name} (${one})`}
          onChoose={setAccountId}
        />
      )}
      <Choice
        label="Purpose"
        value={chosen}
        options={categories}
        wordsOf={titled}
        onChoose={setCategory}
      />
      <label class="choice">
        File
        <input
          type="file"
          accept="image/*,video/*"
          onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? null)}
        />
      </label>
      {file !== null && <small>{`${file.type || 'Unknown type'}, ${size(file.size)}`}</small>}
      <div class="choices">
        <button type="submit" class="run" disabled={isBusy || file === null || accountId === ''}>
          Send
        </button>
        {isBusy && (
          <button type="button" class="second" onClick={stop}>
            Stop
          </button>
        )}
      </div>
      <Problem of={problem} />
      {progress !== null && <Progress {...{ progress, accountId, onOpen }} />}
    </form>
  );
};

/** The accounts of the user; empty until they are read, and if they cannot be. */
const useAccounts = (context: IdContext): readonly IdChoice[] => {
  const [accounts, setAccounts] = useState<readonly IdChoice[]>([]);
  useEffect(() => {
    idChoices('accounts', context).then(setAccounts, () => setAccounts([]));
  }, []);
  return accounts;
};

const categoriesIn = (schema: GraphQLSchema | null): readonly string[] => {
  const type = Object.values(schema?.getTypeMap() ?? {}).find((one) =>
    one.name.endsWith('MediaCategory'),
  );
  return isEnumType(type) ? type.getValues().map(({ name }) => name) : ['TWEET_IMAGE'];
};

const useUpload = () => {
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const stopping = useRef(new AbortController());
  const stop = (): void => stopping.current.abort();
  useEffect(() => stop, []);
  const start = async (sent: Parameters<typeof upload>[0], headers: string): Promise<void> => {
    stopping.current = new AbortController();
    setProblem(null);
    setBusy(true);
    try {
      const { signal } = stopping.current;
      await upload(sent, { headers, signal, onProgress: setProgress });
    } catch (error) {
      setProgress(null);
      setProblem(reasonOf(error));
    }
    setBusy(false);
  };
  return { progress, problem, isBusy, start, stop };
};

interface ProgressProps extends Pick<UploadFormProps, 'onOpen'> {
  readonly progress: UploadProgress;
  readonly accountId: string;
}

const add = `mutation AddToLibrary($input: AddMediaLibraryItemInput!) {
  addMediaLibraryItem(input: $input) {
    outcome
    errors { message argument }
  }
}
`;

const Progress = ({ progress, accountId, onOpen }: ProgressProps) => {
  if (progress.state === 'ready') {
    const { mediaKey } = progress;
    const variables = JSON.stringify({ input: { accountId, mediaKey } }, null, 2);
    return (
      <p role="status">
        <span class="good">Ready:</span> <code>{mediaKey}</code>{' '}
        <button type="button" class="second" onClick={() => onOpen({ query: add, variables })}>
          Add to the media library
        </button>
      </p>
    );
  }
  const percent = progress.state === 'sending' ? Math.round(progress.share * 100) : 100;
  return (
    <p role="status">
      <progress class="upload-bytes" max={100} value={percent} aria-label="Bytes sent" />{' '}
      {progress.state === 'sending' ? `${percent} % sent` : 'Processing …'}
    </p>
  );
};

import type { OperationDefinitionNode } from 'graphql';
import { OperationTypeNode } from 'graphql';
import { useState } from 'preact/hooks';
import { Lock } from '../../../design/icons.ts';
import { requestCurl } from '../calls/curl.ts';
import { facts } from '../facts.ts';
import { documentOf, operationAt, operationsOf } from '../language/spots.ts';
import type { PageRun } from '../run/run.ts';
import { Icon } from '../widgets/icon.tsx';
import { useCopied } from '../widgets/use-copied.ts';
import { reasonOf } from '../words.ts';
import { linkTo } from '../work/links.ts';
import type { Tab } from '../work/work.ts';
import { RunButton } from './run-button.tsx';

interface ToolbarProps {
  readonly tab: Tab;
  readonly run: PageRun | null;
  readonly cursor: number;
  readonly isDryFirst: boolean;
  /** Whether the key of the request is for queries only. */
  readonly isReadOnly: boolean;
  readonly onDryFirst: (isDryFirst: boolean) => void;
  readonly onRun: () => void;
  /** Rejects if it cannot be done. */
  readonly onPrettify: () => Promise<boolean>;
  /** An operation was chosen, which begins at this position. */
  readonly onOperation: (start: number) => void;
}

/** What can be done with an operation: choose it among several, run it, tidy it, hand it over. */
export const Toolbar = (props: ToolbarProps) => {
  const { tab, run, cursor, isDryFirst, isReadOnly, onRun, onPrettify, onOperation } = props;
  const [isCopied, copy] = useCopied(2000);
  const [isCurlCopied, copyText] = useCopied(2000);
  const [problem, setProblem] = useState<string | null>(null);
  const copyCurl = (): void => {
    try {
      void copyText(requestCurl({ ...tab, operationName: current?.name?.value ?? null }));
      setProblem(null);
    } catch (error) {
      setProblem(reasonOf(error));
    }
  };
  const prettify = (): void => {
    const failed = () => setProblem('It could not be loaded. Is the gateway running?');
    onPrettify().then(() => setProblem(null), failed);
  };
  const document = documentOf(tab.query);
  const operations = operationsOf(document);
  const current = operationAt(document, cursor);
  const isMutation = current?.operation === OperationTypeNode.MUTATION;
  const writeKind = isDryFirst ? 'tries' : 'writes';
  return (
    <div class="toolbar">
      <RunButton
        run={run}
        kind={isMutation ? writeKind : 'reads'}
        isDisabled={tab.query.trim() === '' || (isMutation && isReadOnly)}
        onRun={onRun}
      />
      {operations.length > 1 && (
        <OperationChoice operations={operations} current={current} onOperation={onOperation} />
      )}
      {isMutation && !isReadOnly && <DryFirst {...props} />}
      {isMutation && isReadOnly && (
        <span class="muted">
          <Icon of={Lock} /> This key may only read
        </span>
      )}
      <span class="space" />
      {problem !== null && (
        <span class="bad" role="alert">
          {problem}
        </span>
      )}
      <button type="button" class="quiet" disabled={document === null} onClick={prettify}>
        Prettify
      </button>
      <button
        type="button"
        class="quiet"
        title="With the headers that you typed, and without the session of this browser"
        onClick={copyCurl}
      >
        <span aria-live="polite">{isCurlCopied ? 'curl copied' : 'Copy curl'}</span>
      </button>
      <button type="button" class="quiet" onClick={() => void copy(linkTo(tab))}>
        <span aria-live="polite">{isCopied ? 'Link copied' : 'Copy link'}</span>
      </button>
    </div>
  );
};

/** With live keys, mutations always say first what they would do. */
const DryFirst = ({ isDryFirst, onDryFirst }: Pick<ToolbarProps, 'isDryFirst' | 'onDryFirst'>) => (
  <label class="dry-first" title="Run says what the mutation would do; one more click sends it">
    <input
      type="checkbox"
      checked={isDryFirst}
      disabled={facts.emulator === null}
      onChange={({ currentTarget }) => onDryFirst(currentTarget.checked)}
    />{' '}
    Dry run first
  </label>
);

interface OperationChoiceProps extends Pick<ToolbarProps, 'onOperation'> {
  readonly operations: readonly OperationDefinitionNode[];
  readonly current: OperationDefinitionNode | null;
}

const OperationChoice = ({ operations, current, onOperation }: OperationChoiceProps) => (
  <select
    aria-label="Operation to run"
    value={String(current === null ? 0 : operations.indexOf(current))}
    onChange={({ currentTarget }) =>
      onOperation(operations[Number(currentTarget.value)]?.loc?.start ?? 0)
    }
  >
    {operations.map((operation, at) => (
      <option value={String(at)} key={at}>
        {operation.name?.value ?? `${operation.operation} ${at + 1}`}
      </option>
    ))}
  </select>
);

import { linkTo } from './links.ts';
import { documentOf, operationAt, operationsOf } from './places.ts';
import type { Run } from './run.ts';
import { useCopied } from './use-copied.ts';
import type { Tab } from './work.ts';

interface ToolbarProps {
  readonly tab: Tab;
  readonly run: Run | null;
  readonly cursor: number;
  readonly onRun: () => void;
  readonly onPrettify: () => void;
  /** An operation was chosen, which begins at this position. */
  readonly onOperation: (start: number) => void;
}

/** What can be done with an operation: choose it among several, run it, tidy it, hand it over. */
export const Toolbar = ({ tab, run, cursor, onRun, onPrettify, onOperation }: ToolbarProps) => {
  const [isCopied, copy] = useCopied(2000);
  const document = documentOf(tab.query);
  const operations = operationsOf(document);
  const current = operationAt(document, cursor);
  return (
    <div class="toolbar">
      {run?.state === 'running' ? (
        <button type="button" class="run" onClick={run.stop}>
          ■ Stop
        </button>
      ) : (
        <button
          type="button"
          class="run"
          onClick={onRun}
          disabled={tab.query.trim() === ''}
          title="Ctrl or ⌘ and Enter"
        >
          ▶ Run
        </button>
      )}
      {operations.length > 1 && (
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
      )}
      <span class="space" />
      <button type="button" class="quiet" disabled={document === null} onClick={onPrettify}>
        Prettify
      </button>
      <button type="button" class="quiet" onClick={() => void copy(linkTo(tab))}>
        <span aria-live="polite">{isCopied ? 'Link copied' : 'Copy link'}</span>
      </button>
    </div>
  );
};

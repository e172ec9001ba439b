import type { OperationDefinitionNode } from 'graphql';
import { OperationTypeNode } from 'graphql';
import { useState } from 'preact/hooks';
import { Lock } from '../../../design/icons.ts';
import { copyForms, type useCopy } from '../copy/use-copy.ts';
import { facts } from '../facts.ts';
import { documentOf, operationAt, operationsOf } from '../language/spots.ts';
import type { PageRun } from '../run/run.ts';
import { Select } from '../widgets/choice.tsx';
import { Icon } from '../widgets/icon.tsx';
import { Menu } from '../widgets/menu.tsx';
import type { Tab } from '../work/work.ts';
import { RunButton } from './run-button.tsx';

interface ToolbarProps {
  readonly tab: Tab;
  readonly run: PageRun | null;
  readonly cursor: number;
  readonly isDryFirst: boolean;
  /** True if the key of the request is for queries only. */
  readonly isReadOnly: boolean;
  readonly setDryFirst: (isDryFirst: boolean) => void;
  readonly copying: ReturnType<typeof useCopy>;
  readonly onRun: () => void;
  /** Rejects if the formatter cannot be loaded. */
  readonly onPrettify: () => Promise<boolean>;
  /** Called with the start of the chosen operation. */
  readonly onOperation: (start: number) => void;
}

/** The actions for an operation: choose it among several, run it, format it, copy it. */
export const Toolbar = (props: ToolbarProps) => {
  const { tab, run, cursor, isDryFirst, isReadOnly, onRun, onPrettify, onOperation } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const prettify = (): void => {
    const failed = () => setProblem('It could not be loaded. Is the gateway running?');
    onPrettify().then(() => setProblem(null), failed);
  };
  const { copied, copyAs } = props.copying;
  const shownProblem = problem ?? copied.problem;
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
          <Icon of={Lock} /> This key is read-only
        </span>
      )}
      <span class="space" />
      {shownProblem !== null && (
        <span class="bad" role="alert">
          {shownProblem}
        </span>
      )}
      <button type="button" class="quiet" disabled={document === null} onClick={prettify}>
        Prettify
      </button>
      <Menu
        label="Copy as"
        title={
          <span aria-live="polite">{copied.form === null ? 'Copy' : `${copied.form} copied`}</span>
        }
        items={copyForms}
        onChoose={(at) => void copyAs(copyForms[at]?.[0] ?? 'Link')}
      />
    </div>
  );
};

/** A checkbox for a dry run before each mutation; always on with live keys. */
const DryFirst = ({
  isDryFirst,
  setDryFirst,
}: Pick<ToolbarProps, 'isDryFirst' | 'setDryFirst'>) => (
  <label class="dry-first" title="Shows what the mutation would do before it is sent">
    <input
      type="checkbox"
      checked={isDryFirst}
      disabled={facts.emulator === null}
      onChange={({ currentTarget }) => setDryFirst(currentTarget.checked)}
    />{' '}
    Dry run first
  </label>
);

interface OperationChoiceProps extends Pick<ToolbarProps, 'onOperation'> {
  readonly operations: readonly OperationDefinitionNode[];
  readonly current: OperationDefinitionNode | null;
}

const OperationChoice = ({ operations, current, onOperation }: OperationChoiceProps) => (
  <Select
    name="Operation to run"
    value={String(current === null ? 0 : operations.indexOf(current))}
    options={Object.keys(operations)}
    wordsOf={(at) => titleAt(operations, Number(at))}
    onChoose={(at) => onOperation(operations[Number(at)]?.loc?.start ?? 0)}
  />
);

const titleAt = (operations: OperationChoiceProps['operations'], at: number): string =>
  operations[at]?.name?.value ?? `${operations[at]?.operation} ${at + 1}`;

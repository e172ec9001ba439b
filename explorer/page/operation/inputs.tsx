import type { GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { DeclaredVariable } from '../language/declared-variables.ts';
import { declaredVariables, missingIn, withValues } from '../language/declared-variables.ts';
import { updateDeclared, valuePosition } from '../language/variables.ts';
import { lazily } from '../widgets/lazily.tsx';
import type { Tab } from '../work/work.ts';
import { Editor } from './editor.tsx';
import { headersEditor, type Listeners, moveCursor, variablesEditor } from './editor-setup.ts';
import type { VariablesEditor } from './use-variables.ts';

const panes = [
  ['variables', 'Variables'],
  ['headers', 'Headers'],
] as const;

type InputPane = (typeof panes)[number][0];

interface InputsProps {
  readonly tab: Tab;
  readonly schema: GraphQLSchema | null;
  /** The operation that would run. */
  readonly operation: OperationDefinitionNode | null;
  readonly variables: VariablesEditor;
  readonly keepsHeaders: boolean;
  readonly setKeepsHeaders: (keeps: boolean) => void;
  readonly listenersFor: (pane: InputPane) => Listeners;
}

/** The variables and the headers of an operation. */
export const Inputs = ({ listenersFor, ...props }: InputsProps) => {
  const { tab, schema, operation, variables } = props;
  const [shown, setShown] = useState<InputPane | null>(tab.variables === '' ? null : 'variables');
  useEffect(() => {
    if (tab.variables !== '') setShown('variables');
  }, [tab.id]);
  const declared = useMemo(() => declaredVariables(operation, schema), [operation, schema]);
  const { view, wanted } = variables;
  useEffect(() => {
    if (view.current !== null) updateDeclared(view.current, declared);
  }, [declared, shown, tab.id]);
  useEffect(() => {
    if (wanted === null) return;
    if (view.current === null) {
      setShown('variables');
      return;
    }
    moveCursor(view.current, valuePosition(view.current.state, wanted));
    view.current.focus();
    variables.hasShown();
  }, [wanted, shown]);
  const [hasForm, setHasForm] = useState(false);
  const isForm = shown === 'variables' && hasForm;
  const missing = missingIn(tab.variables, declared);
  const fillIn = (): void => {
    variables.write(withValues(tab.variables, missing));
    setShown('variables');
  };
  return (
    <div class={shown === null ? 'inputs' : 'inputs open'}>
      <div class="heads">
        {panes.map(([pane, name]) => (
          <button
            type="button"
            key={pane}
            aria-expanded={shown === pane}
            onClick={() => setShown(shown === pane ? null : pane)}
          >
            {name}
            {tab[pane].trim() !== '' && <span class="dot on" aria-label="not empty" role="img" />}
          </button>
        ))}
        {shown === 'variables' && declared.length > 0 && (
          <button type="button" class="keep" onClick={() => setHasForm(!hasForm)}>
            {hasForm ? 'Hide form' : 'Form'}
          </button>
        )}
        {missing.length > 0 && <FillIn missing={missing} onClick={fillIn} />}
        {shown === 'headers' && <KeepHeaders {...props} />}
      </div>
      <div class={isForm ? 'given with-form' : 'given'}>
        {isForm && (
          <Form
            declared={declared}
            text={tab.variables}
            context={{ headers: tab.headers, text: `${tab.query} ${tab.variables}` }}
            onText={variables.write}
          />
        )}
        {shown !== null && (
          <Editor
            key={`${tab.id} ${shown}`}
            id={`${tab.id} ${shown}`}
            text={tab[shown]}
            extensions={() =>
              shown === 'variables'
                ? variablesEditor(listenersFor('variables'), declared)
                : headersEditor(listenersFor('headers'))
            }
            onView={(made) => {
              if (shown === 'variables') view.current = made;
            }}
            onGone={() => {
              view.current = null;
            }}
          />
        )}
      </div>
    </div>
  );
};

const Form = lazily(async () => (await import('../forms/variables-form.tsx')).VariablesForm);

type KeepProps = Pick<InputsProps, 'keepsHeaders' | 'setKeepsHeaders'>;

const KeepHeaders = ({ keepsHeaders, setKeepsHeaders }: KeepProps) => (
  <label class="keep" title="Saved in this browser. Credentials are never saved.">
    <input
      type="checkbox"
      checked={keepsHeaders}
      onChange={({ currentTarget }) => setKeepsHeaders(currentTarget.checked)}
    />{' '}
    Save headers
  </label>
);

interface FillInProps {
  readonly missing: readonly DeclaredVariable[];
  readonly onClick: () => void;
}

const FillIn = ({ missing, onClick }: FillInProps) => (
  <button
    type="button"
    class="fill-in"
    title="Adds a starting value for each required variable"
    onClick={onClick}
  >
    Fill in {missing.map(({ name }) => `$${name}`).join(', ')}
  </button>
);

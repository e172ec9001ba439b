import type { GraphQLSchema } from 'graphql';
import type { AnswerError } from './ask.ts';
import { Editor } from './editor.tsx';
import { jsonReader } from './editor-setup.ts';
import { verdictsOf } from './endings.ts';
import { Outcomes } from './outcomes.tsx';
import type { Done, Run } from './run.ts';
import { duration, size } from './words.ts';
import type { Draft } from './work.ts';

interface AnswerPaneProps {
  readonly id: string;
  readonly run: Run | null;
  readonly schema: GraphQLSchema | null;
  readonly onOpen: (draft: Draft) => void;
  readonly onGoTo: (field: string) => void;
}

/** The answer of a run: its errors, outcomes and JSON. */
export const AnswerPane = ({ id, run, ...props }: AnswerPaneProps) => (
  <section class="pane answer" aria-label="Answer">
    <div class="toolbar">
      <h2>Answer</h2>
      {run?.state === 'done' && <Verdict run={run} />}
    </div>
    {run === null && <p class="empty">Press Run, or Ctrl and Enter in the editor.</p>}
    {run?.state === 'running' && <p class="empty running">Running …</p>}
    {run?.state === 'failed' && (
      <p class="empty bad" role="alert">
        {run.message}
      </p>
    )}
    {run?.state === 'done' && <Content id={id} run={run} {...props} />}
  </section>
);

const Verdict = ({ run }: { readonly run: Done }) => {
  const { status, ms, bytes } = run.answered;
  return (
    <p class="sums" role="status">
      {verdictsOf(run).map(({ text, tone }) => (
        <span key={text} class={tone}>
          {text}
        </span>
      ))}
      <span>{status}</span>
      <span>{duration(ms)}</span>
      <span>{size(bytes)}</span>
    </p>
  );
};

const mostErrors = 5;

const Content = ({ id, run, schema, onOpen, onGoTo }: AnswerPaneProps & { readonly run: Done }) => {
  const errors = run.answered.body.errors ?? [];
  return (
    <>
      {errors.length > 0 && (
        <ul class="errors">
          {errors.slice(0, mostErrors).map((error, at) => (
            <Told error={error} key={at} onGoTo={onGoTo} />
          ))}
          {errors.length > mostErrors && <li>and {errors.length - mostErrors} more</li>}
        </ul>
      )}
      <Outcomes run={run} schema={schema} onOpen={onOpen} />
      <Editor
        key={id}
        id={`${id} answer`}
        text={run.text}
        extensions={() => jsonReader('Answer')}
      />
    </>
  );
};

const Told = ({
  error,
  onGoTo,
}: {
  readonly error: AnswerError;
  readonly onGoTo: (field: string) => void;
}) => {
  const { message, path = [], extensions } = error;
  const field = path.filter((step) => typeof step === 'string').join('.');
  return (
    <li>
      {extensions?.code !== undefined && <code>{extensions.code}</code>} {message}
      {field !== '' && (
        <>
          {' '}
          <button type="button" class="link" onClick={() => onGoTo(field)}>
            {path.join('.')}
          </button>
        </>
      )}
    </li>
  );
};

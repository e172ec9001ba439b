import { PencilLine, Play, ShieldCheck, Square } from '../../../design/icons.ts';
import type { PageRun } from '../run/run.ts';
import { Icon } from '../widgets/icon.tsx';
import { keyed } from '../widgets/keys.tsx';

/** The effect of the button on the data behind the gateway. */
export type RunKind = 'reads' | 'tries' | 'writes';

interface RunButtonProps {
  readonly run: PageRun | null;
  readonly kind: RunKind;
  readonly isDisabled: boolean;
  readonly onRun: () => void;
}

const looks = {
  reads: { icon: Play, text: 'Run' },
  tries: { icon: ShieldCheck, text: 'Dry run' },
  writes: { icon: PencilLine, text: 'Run mutation' },
} as const;

/** Runs or stops the operation. A write looks different from a read. */
export const RunButton = ({ run, kind, isDisabled, onRun }: RunButtonProps) =>
  run?.state === 'running' ? (
    <button type="button" class="run" onClick={run.stop}>
      <Icon of={Square} /> Stop
    </button>
  ) : (
    <button
      type="button"
      class={`run ${kind}`}
      onClick={onRun}
      disabled={isDisabled}
      title={keyed('Enter')}
    >
      <Icon of={looks[kind].icon} /> {looks[kind].text}
    </button>
  );

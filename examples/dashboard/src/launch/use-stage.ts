import type { RefObject } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { FormDraft } from '../form-draft.ts';
import type { Asked } from '../Reviews.tsx';
import type { Write } from '../relay/write.ts';
import { launchStage, reviewStage, stages } from './LaunchStages.tsx';
import type { Launched } from './launched.ts';
import { draftStage } from './lines.ts';

interface Staged {
  readonly write: Pick<Write<object, Launched>, 'isOpen' | 'isUnderWay' | 'ending'>;
  readonly asked: Asked | null;
  /** The number of faults in each stage. */
  readonly faults: readonly number[];
  readonly form: RefObject<HTMLFormElement | null>;
  /** Its stage is shown first, unless a launch is open. */
  readonly draft: FormDraft;
}

/**
 * The stage of a launch that is shown, and the furthest one so far. It follows the write: the review while approval is pending,
 * the launch while it is under way or open, and then the first stage with a fault.
 */
export const useStage = ({ write, asked, faults, form, draft }: Staged) => {
  const { isOpen, isUnderWay, ending } = write;
  const [chosen, setChosen] = useState(() => (isOpen ? launchStage : draftStage(draft)));
  const waiting = isUnderWay ? launchStage : chosen;
  const at = asked === null ? waiting : reviewStage;
  // Later changes of the faults and the write must not change the stage.
  const now = useRef({ isOpen, faults });
  now.current = { isOpen, faults };
  useEffect(() => {
    if (ending === null) return;
    const hasBegun = now.current.isOpen || ending.outcome === 'APPLIED';
    const faulty = now.current.faults.findIndex((count) => count > 0);
    setChosen(hasBegun ? launchStage : Math.max(0, faulty));
  }, [ending]);
  const before = useRef(at);
  useEffect(() => {
    if (before.current === at && ending === null) return;
    before.current = at;
    const stage = form.current?.querySelector<HTMLElement>('.stage:not([hidden])');
    (stage?.querySelector<HTMLElement>('[aria-invalid=true]') ?? stage)?.focus();
  }, [at, ending, form]);
  const reached = useRef(at);
  reached.current = ending?.outcome === 'APPLIED' ? stages.length : Math.max(reached.current, at);
  return { at, reached: reached.current, setChosen };
};

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { keep, read } from '../work/storage.ts';

interface SplitProps {
  readonly name: string;
  readonly label: string;
  /** The first share of the first pane, in percent. */
  readonly first: number;
  /** True if the panes stand one above the other. */
  readonly vertical?: boolean;
  /** If the first one is null, the second one has all the room. */
  readonly children: readonly [ComponentChildren, ComponentChildren];
}

const isShare = (value: unknown): value is number => typeof value === 'number';
const within = (share: number): number => Math.min(80, Math.max(20, share));

/** Two panes with a border that the pointer or the arrow keys move, between 20 and 80 percent. */
export const Split = ({ name, label, first, vertical = false, children }: SplitProps) => {
  const [share, setShare] = useState(() => read(localStorage, `split.${name}`, isShare) ?? first);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.style.setProperty('--first', `${share}%`);
    keep(localStorage, `split.${name}`, share);
  }, [share]);
  const isWhole = children[0] === null;
  const moveTo = ({ clientX, clientY }: PointerEvent): void => {
    const area = box.current?.getBoundingClientRect();
    if (area === undefined) return;
    const share = vertical
      ? (clientY - area.top) / area.height
      : (clientX - area.left) / area.width;
    setShare(within(share * 100));
  };
  const steps: Readonly<Record<string, number>> = vertical
    ? { ArrowUp: -4, ArrowDown: 4 }
    : { ArrowLeft: -4, ArrowRight: 4 };
  return (
    <div class={`split${vertical ? ' vertical' : ''}${isWhole ? ' whole' : ''}`} ref={box}>
      {children[0]}
      {!isWhole && (
        /* biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved */
        <div
          role="separator"
          tabIndex={0}
          aria-label={label}
          aria-orientation={vertical ? 'horizontal' : 'vertical'}
          aria-valuenow={Math.round(share)}
          aria-valuemin={20}
          aria-valuemax={80}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={(event) => event.buttons === 1 && moveTo(event)}
          onKeyDown={({ key }) => setShare(within(share + (steps[key] ?? 0)))}
        />
      )}
      {children[1]}
    </div>
  );
};

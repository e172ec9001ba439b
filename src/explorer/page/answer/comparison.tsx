import { useEffect, useRef, useState } from 'preact/hooks';

interface ComparisonProps {
  readonly before: string;
  readonly now: string;
}

/** The answer of the run before beside that of the last run. */
export const Comparison = ({ before, now }: ComparisonProps) => {
  const host = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let isOver = false;
    let end = (): void => undefined;
    const draw = async (): Promise<void> => {
      const { drawComparison } = await import('./compare.ts');
      if (!isOver && host.current !== null) end = drawComparison(host.current, before, now);
    };
    draw().catch(() => setFailed(true));
    return () => {
      isOver = true;
      end();
    };
  }, [before, now]);
  return (
    <div class="comparison" ref={host}>
      {failed && <p class="bad">The comparison could not be loaded.</p>}
      {before === now && <p class="muted">Both answers are the same.</p>}
    </div>
  );
};

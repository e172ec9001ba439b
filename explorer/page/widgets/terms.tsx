import type { ComponentChildren } from 'preact';

/** A list of terms, each with its meaning beside it. */
export const Terms = ({
  of,
}: {
  readonly of: readonly (readonly [ComponentChildren, string])[];
}) => (
  <dl class="keys">
    {of.map(([term, meaning], at) => (
      <div key={at}>
        <dt>{term}</dt>
        <dd>{meaning}</dd>
      </div>
    ))}
  </dl>
);

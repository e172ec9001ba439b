import { createElement } from 'react';
import type { IconNode } from './icons.ts';

/** An icon beside or in place of words, which screen readers skip. */
export const Icon = ({ of }: { readonly of: IconNode }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    {of.map(([tag, attributes], at) => createElement(tag, { ...attributes, key: at }))}
  </svg>
);

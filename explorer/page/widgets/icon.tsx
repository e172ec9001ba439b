import { type ComponentProps, h } from 'preact';
import type { IconNode } from '../../../design/icons.ts';

/** An icon of `design/icons.ts` beside or in place of words, which screen readers skip. */
export const Icon = ({ of }: { readonly of: IconNode }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    {of.map(([tag, attributes], at) => h(tag, { ...attributes, key: at }))}
  </svg>
);

interface IconButtonProps extends ComponentProps<'button'> {
  readonly of: IconNode;
  readonly label: string;
}

/** A button that shows only an icon. */
export const IconButton = ({ of, label, ...given }: IconButtonProps) => (
  <button type="button" class="quiet" aria-label={label} {...given}>
    <Icon of={of} />
  </button>
);

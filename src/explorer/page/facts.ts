import type { PageFacts } from '../page-facts.ts';

const root = document.querySelector<HTMLElement>('#root');

/** The facts in the HTML of the page. */
export const facts = JSON.parse(root?.dataset['facts'] ?? '{}') as PageFacts;

/** The nonce of styles that the editors add to the page. */
export const styleNonce = document.querySelector('script')?.nonce ?? '';

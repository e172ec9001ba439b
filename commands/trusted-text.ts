import { hash } from 'node:crypto';

/** A document that gateways with trusted documents know by its id. */
export interface TrustedText {
  readonly text: string;
  readonly id: string;
}

/** A document with its id. */
export const trusted = (text: string): TrustedText => ({ text, id: hash('sha256', text) });

/** It as the client takes it. */
export const sent = ({ text, id }: TrustedText) => ({
  __meta__: { hash: id },
  valueOf: () => text,
  toString: () => text,
});

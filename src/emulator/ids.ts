import { identifierOf } from '../upstream/catalogue/language/identifiers.ts';

/** An identifier in its own form: those of base 36 are taken in either case and live in lower case. */
export const ownForm = (name: string, id: string): string =>
  identifierOf(name).form === 'base36' ? id.toLowerCase() : id;

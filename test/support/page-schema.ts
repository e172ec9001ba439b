import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';

const text = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8');

/** The schema as the explorer reads it: from the text that the gateway serves. */
export const pageSchema = buildSchema(text, { assumeValid: true });

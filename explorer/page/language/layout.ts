// Loaded when somebody prettifies.
import * as graphql from 'prettier/plugins/graphql';
import { formatWithCursor } from 'prettier/standalone';

/** GraphQL with one field on each line and with its comments, and where the cursor is in it. */
export const laidOut = (text: string, cursorOffset: number) =>
  formatWithCursor(text, { parser: 'graphql', plugins: [graphql], cursorOffset, printWidth: 100 });

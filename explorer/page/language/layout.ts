// Loaded on the first use of Prettify.
import * as graphql from 'prettier/plugins/graphql';
import { formatWithCursor } from 'prettier/standalone';

/** GraphQL with one field on each line and with its comments, and the cursor's new position. */
export const laidOut = (text: string, cursorOffset: number) =>
  formatWithCursor(text, { parser: 'graphql', plugins: [graphql], cursorOffset, printWidth: 100 });

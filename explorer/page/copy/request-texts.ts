// Loaded when something is first copied.
import { type CopySource, copiedRequest } from './copied-request.ts';
import { curlText } from './curl-text.ts';
import { javascriptText } from './javascript-text.ts';
import { pythonText } from './python-text.ts';
import { typescriptText } from './typescript-text.ts';

const texts = {
  curl: curlText,
  JavaScript: javascriptText,
  TypeScript: typescriptText,
  Python: pythonText,
} as const;

/** A request to this URL as a text that runs elsewhere. Throws AskError. */
export const requestText = (form: keyof typeof texts, source: CopySource, url: string): string =>
  texts[form](copiedRequest(source, url));

import { useEffect, useState } from 'preact/hooks';
import { reasonOf } from '../words.ts';
import { linkTo, pageUrl } from '../work/links.ts';
import type { CopySource } from './copied-request.ts';

/** What an operation can be copied as, and what that is. */
export const copyForms = [
  ['Link', 'To this operation and its variables'],
  ['curl', 'A shell command'],
  ['JavaScript', 'fetch, for Node or browsers'],
  ['TypeScript', 'fetch, with types of variables and response'],
  ['Python', 'Standard library only'],
] as const;

/** The name of one of them. */
export type CopyForm = (typeof copyForms)[number][0];

const textOf = async (form: CopyForm, source: CopySource): Promise<string> => {
  if (form === 'Link') return linkTo(source.tab);
  const failed = () => Promise.reject(new Error('It could not be loaded. Is the gateway running?'));
  const { requestText } = await import('./request-texts.ts').catch(failed);
  return requestText(form, source, pageUrl());
};

/** How copying ended. */
interface Copied {
  /** What was copied; null after a problem. */
  readonly form: CopyForm | null;
  readonly problem: string | null;
}

const nothing: Copied = { form: null, problem: null };
const shownMs = 2000;

/** Copies the open operation, and says for a while that it did, or until the next copy why not. */
export const useCopy = (source: CopySource) => {
  const [copied, setCopied] = useState(nothing);
  useEffect(() => {
    if (copied.form === null) return;
    const timer = setTimeout(setCopied, shownMs, nothing);
    return () => clearTimeout(timer);
  }, [copied]);
  const copyAs = async (form: CopyForm): Promise<void> => {
    try {
      await navigator.clipboard.writeText(await textOf(form, source));
      setCopied({ form, problem: null });
    } catch (error) {
      setCopied({ form: null, problem: reasonOf(error) });
    }
  };
  return { copied, copyAs };
};

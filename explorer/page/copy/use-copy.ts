import { useEffect, useState } from 'preact/hooks';
import { reasonOf } from '../words.ts';
import { linkTo, pageUrl } from '../work/links.ts';
import type { CopySource } from './copied-request.ts';

/** The forms in which an operation can be copied, each with a description. */
export const copyForms = [
  ['Link', 'This operation and its variables'],
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

/** The result of copying. */
interface Copied {
  /** The copied form; null after a problem. */
  readonly form: CopyForm | null;
  readonly problem: string | null;
}

const nothing: Copied = { form: null, problem: null };
const shownMs = 2000;

/** Copies the open operation. Success is shown for a while, a problem until the next copy. */
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

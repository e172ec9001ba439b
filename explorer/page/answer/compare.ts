import { json } from '@codemirror/lang-json';
import { syntaxHighlighting } from '@codemirror/language';
import { MergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { styleNonce } from '../facts.ts';

const reader = (label: string) => [
  EditorView.cspNonce.of(styleNonce),
  EditorView.contentAttributes.of({
    'aria-label': label,
    role: 'textbox',
    'aria-readonly': 'true',
    'aria-multiline': 'true',
    tabindex: '0',
  }),
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  EditorView.lineWrapping,
  lineNumbers(),
  json(),
  syntaxHighlighting(classHighlighter),
];

/** Draws two answers side by side, with what is the same folded away; returns its end. */
export const drawComparison = (host: HTMLElement, before: string, now: string): (() => void) => {
  const view = new MergeView({
    a: { doc: before, extensions: reader('Previous response') },
    b: { doc: now, extensions: reader('Current response') },
    parent: host,
    collapseUnchanged: { margin: 3, minSize: 6 },
  });
  return () => view.destroy();
};

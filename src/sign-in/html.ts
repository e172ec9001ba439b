import { createHash } from 'node:crypto';

const style = `
:root { color-scheme: light dark; --ink: light-dark(#182233, #e4e9f2); --muted: light-dark(#566277, #9aa7bb);
  --line: light-dark(#dde3ec, #2a3546); --accent: light-dark(#2450c8, #8fb0ff); }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f3f5f9, #0e131b);
  color: var(--ink); font: 15px/1.5 system-ui, 'Segoe UI', Roboto, sans-serif; }
main { box-sizing: border-box; width: min(420px, 100vw); padding: 28px 32px; background: light-dark(#fff, #161d28);
  border: 1px solid var(--line); border-radius: 12px; }
header { font-weight: 700; } header span { color: var(--accent); }
h1 { font-size: 20px; margin: 12px 0 8px; } p { margin: 8px 0; } small { color: var(--muted); }
fieldset { border: 0; margin: 16px 0; padding: 0; display: grid; gap: 8px; }
label { display: flex; gap: 10px; padding: 10px 12px; border: 1px solid var(--line); border-radius: 8px; cursor: pointer; }
label:has(:checked) { border-color: var(--accent); }
button, .button { font: inherit; padding: 7px 16px; border: 1px solid var(--line); border-radius: 6px; background: none;
  color: inherit; text-decoration: none; cursor: pointer; }
.first { background: var(--accent); border-color: var(--accent); color: light-dark(#fff, #0e1524); font-weight: 600; }
code { font-size: 22px; letter-spacing: 2px; }
`;

const hash = createHash('sha256').update(style).digest('base64');

/** The Content-Security-Policy of pages of `htmlPage`: only their own style. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`;

/**
 * A page in the style of the explorer, with the title as its heading. Both are HTML, so texts must
 * be escaped.
 */
export const htmlPage = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
<main>
<header>ads<span>-</span>graph</header>
<h1>${title}</h1>
${content}
</main>
</html>
`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** A text for HTML, also for attributes in double quotes: `a < b` is `a &lt; b`. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (char) => entities[char] ?? char);

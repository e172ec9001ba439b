import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const design = (name: string): Buffer =>
  readFileSync(new URL(`../../../design/${name}`, import.meta.url));

// The emulator serves these pages too, without other files, so each page contains everything.
const style = `${design('tokens.css')}${design('controls.css')}
@font-face { font-family: "Geist"; font-weight: 400 700;
  src: url("data:font/woff2;base64,${design('fonts/geist.woff2').toString('base64')}"); }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--page);
  color: var(--ink); font: var(--text-l)/var(--leading) var(--sans); }
main { box-sizing: border-box; width: min(420px, 100vw); padding: var(--space-7) var(--space-8);
  background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius-l);
  box-shadow: var(--shadow-l); }
header { display: flex; align-items: center; gap: var(--space-4); font-weight: var(--strong); }
header img { width: var(--space-7); }
h1 { margin: var(--space-6) 0 var(--space-4); font-size: var(--text-xl); font-weight: var(--strong); }
p { margin: var(--space-4) 0; }
small { color: var(--muted); font-size: var(--text-m); }
:focus-visible { outline: var(--focus); outline-offset: var(--space-1); }
main:has(.wide) { width: min(860px, 100vw); overflow-wrap: anywhere; }
.wide :is(h2, summary, caption) { font-size: var(--text-l); font-weight: var(--strong); }
.wide h2 { margin: var(--space-7) 0 var(--space-4); }
article { margin: var(--space-4) 0; padding: var(--space-4) var(--space-6);
  border: 1px solid var(--line); border-radius: var(--radius); }
ul { margin: var(--space-4) 0; padding-left: var(--space-6); }
.badge, .note { padding: var(--space-1) var(--space-4); border-radius: var(--radius);
  background: var(--raised); font-size: var(--text-m); }
.badge { font-weight: var(--medium); }
.good { background: var(--good-tint); color: var(--good); }
.warn, .note { background: var(--warn-tint); color: var(--warn); }
.bad { background: var(--bad-tint); color: var(--bad); }
table { width: 100%; border-collapse: collapse; font-size: var(--text-m);
  font-variant-numeric: tabular-nums; }
caption { text-align: left; }
:is(th, td) { padding: var(--space-2) var(--space-4) var(--space-2) 0; text-align: left;
  vertical-align: top; border-bottom: 1px solid var(--line); }
th { font-weight: var(--medium); }
.choice { display: flex; flex-wrap: wrap; align-items: center; gap: var(--space-4);
  margin: var(--space-6) 0 0; }
.choice > small { flex: 1 1 max(60%, 300px); }
details { margin: var(--space-4) 0; }
summary { cursor: pointer; }
.wide :is(pre, code) { font: var(--text-s)/var(--leading) var(--mono); letter-spacing: 0; }
pre { white-space: pre-wrap; }
.fields { margin: var(--space-5) 0; table-layout: fixed; }
.fields [scope="rowgroup"] { padding-top: var(--space-5); color: var(--muted); }
dt { color: var(--muted); }
dd { margin: 0 0 var(--space-4); }
a:not(.button) { color: var(--accent); }
.note a { color: inherit; }
fieldset { border: 0; margin: var(--space-6) 0; padding: 0; display: grid; gap: var(--space-4); }
label { display: flex; gap: var(--space-4); padding: var(--space-4) var(--space-5);
  border: 1px solid var(--line); border-radius: var(--radius); cursor: pointer; }
label:has(:checked) { border-color: var(--accent); background: var(--tint); }
input { accent-color: var(--accent); }
button, .button { display: inline-block; padding: var(--space-3) var(--space-6);
  border: 1px solid var(--line); border-radius: var(--radius); background: none; color: inherit;
  font: inherit; font-weight: var(--medium); text-decoration: none; cursor: pointer; }
:is(button, .button):hover { background: var(--tint); }
.first, .first:hover { background: var(--accent); border-color: var(--accent);
  color: var(--on-accent); font-weight: var(--strong); }
code { font: var(--strong) var(--text-xxl) var(--mono); letter-spacing: var(--space-1); }
`;

/** The picture of the product as a `data:` URL, which needs no request. */
export const logo = `data:image/svg+xml,${encodeURIComponent(design('logo.svg').toString().trim())}`;

const hash = createHash('sha256').update(style).digest('base64');

/** The Content-Security-Policy of pages of `htmlPage`: only their own content. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${hash}'; font-src data:; img-src data:; base-uri 'none'; frame-ancestors 'none'`;

/**
 * A page in the style of the explorer, with the title as its heading. Both are HTML, so texts must
 * be escaped.
 */
export const htmlPage = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${logo}">
<style>${style}</style>
<main>
<header><img src="${logo}" alt="">ads-graph</header>
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

// Loaded when a description is first shown.
import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { type ComponentChildren, Fragment, render } from 'preact';

/**
 * Markdown as elements. HTML in it is shown as text, and only links that begin with `https` lead
 * anywhere.
 */
export const Markdown = ({ text }: { readonly text: string }) => (
  <div class="markdown">{lexer(text).map(shown)}</div>
);

/** Markdown in an element of its own. */
export const drawMarkdown = (text: string, host: Element): void =>
  render(<Markdown text={text} />, host);

const inner = ({ tokens, text }: { readonly tokens?: readonly Token[]; readonly text: string }) =>
  tokens === undefined || tokens.length === 0 ? text : tokens.map(shown);

const shown = (token: Token, key: number): ComponentChildren => {
  const known = token as MarkedToken;
  switch (known.type) {
    case 'space':
    case 'def':
      return null;
    case 'paragraph':
      return <p key={key}>{inner(known)}</p>;
    case 'heading':
      return <h4 key={key}>{inner(known)}</h4>;
    case 'strong':
      return <b key={key}>{inner(known)}</b>;
    case 'em':
      return <em key={key}>{inner(known)}</em>;
    case 'codespan':
      return <code key={key}>{known.text}</code>;
    case 'code':
      return (
        <pre key={key}>
          <code>{known.text}</code>
        </pre>
      );
    case 'br':
      return <br key={key} />;
    case 'list':
      return listOf(known, key);
    case 'text':
    case 'escape':
      return <Fragment key={key}>{inner(known)}</Fragment>;
    case 'link':
      return linkOf(known, key);
    default:
      return <Fragment key={key}>{known.raw}</Fragment>;
  }
};

const listOf = ({ ordered, items }: Tokens.List, key: number) => {
  const rows = items.map((item, at) => <li key={at}>{item.tokens.map(shown)}</li>);
  return ordered ? <ol key={key}>{rows}</ol> : <ul key={key}>{rows}</ul>;
};

const linkOf = (token: Tokens.Link, key: number) =>
  token.href.startsWith('https://') ? (
    <a key={key} href={token.href} target="_blank" rel="noreferrer">
      {inner(token)}
    </a>
  ) : (
    <Fragment key={key}>{inner(token)}</Fragment>
  );

/** Markdown as an element; plain text if the script that reads it cannot be loaded. */
export const markdownDom = async (text: string): Promise<HTMLElement> => {
  const host = document.createElement('div');
  try {
    const { drawMarkdown } = await import('./markdown.tsx');
    drawMarkdown(text, host);
  } catch {
    host.textContent = text;
  }
  return host;
};

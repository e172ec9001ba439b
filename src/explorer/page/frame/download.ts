/** Saves a text as a file. */
export const download = (name: string, text: string, type = 'text/plain'): void => {
  const href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  Object.assign(document.createElement('a'), { href, download: name }).click();
  setTimeout(URL.revokeObjectURL, 1000, href);
};

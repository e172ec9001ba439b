/** The longest pattern. */
const maxLength = 2000;

/** Characters of regular expressions. A URL does not need them. */
const foreign = /[\\()[\]{}|]|(?!^)\^|\$(?!$)/;

/** The fault of a pattern; null if it has none. */
export const patternFault = (pattern: string): string | null => {
  if (pattern.length > maxLength) return `has more than ${maxLength} characters`;
  if (!foreign.test(pattern)) return null;
  return 'is text of a URL, in which * stands for any text, ^ for the start and $ for the end';
};

/**
 * True if a pattern fits a part of a URL: `/accounts/*?count=` fits `/12/accounts/a1?count=3`. `.*`
 * is the same as `*`. The time grows with the lengths, whatever the pattern.
 */
export const fitsUrl = (pattern: string, url: string): boolean => {
  const texts = pattern.replace(/^\^/, '').replace(/\$$/, '').replaceAll('.*', '*').split('*');
  if (!pattern.startsWith('^')) texts.unshift('');
  if (!pattern.endsWith('$')) texts.push('');
  const [first = '', ...rest] = texts;
  const last = rest.pop();
  if (last === undefined) return url === first;
  if (!url.startsWith(first)) return false;
  let from = first.length;
  for (const text of rest) {
    const at = url.indexOf(text, from);
    if (at < 0) return false;
    from = at + text.length;
  }
  return url.length - last.length >= from && url.endsWith(last);
};

const maxLength = 2048;

/** A path of the gateway itself to go on to after signing in; `fallback` for everything that leads elsewhere or is too long. */
export const returnPath = (asked: string | null, base: string, fallback: string): string => {
  // Browsers leave control characters out before they read an address.
  if (asked === null || asked.length > maxLength || !/^\/[\x21-\x7e]*$/.test(asked))
    return fallback;
  const { origin } = new URL(base);
  if (!URL.canParse(asked, base)) return fallback;
  const { origin: theirs, pathname, search, hash } = new URL(asked, base);
  return theirs === origin && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : fallback;
};

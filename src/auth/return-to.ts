const maxLength = 2048;

/** Where a sign-in may lead to beside the gateway itself, which is at `base`. */
interface Destinations {
  readonly base: string;
  readonly allowed: ReadonlySet<string>;
}

/**
 * Where to go on after signing in: a path of the gateway itself, or an address of an allowed origin. The gateway's own start
 * for everything that leads elsewhere or is too long.
 */
export const returnAddress = (asked: string | null, { base, allowed }: Destinations): string => {
  const { origin, pathname: start } = new URL(base);
  // Browsers leave control characters out before they read an address.
  if (asked === null || asked.length > maxLength || !/^[\x21-\x7e]*$/.test(asked)) return start;
  const isPath = asked.startsWith('/');
  if (!URL.canParse(asked, isPath ? base : undefined)) return start;
  const {
    origin: theirs,
    href,
    pathname,
    search,
    hash,
  } = new URL(asked, isPath ? base : undefined);
  if (!isPath) return allowed.has(theirs) && href.startsWith(`${theirs}/`) ? href : start;
  return theirs === origin && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : start;
};

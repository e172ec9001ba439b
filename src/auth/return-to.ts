const maxLength = 2048;

/** The allowed destinations of a sign-in: the gateway, whose URL is `base`, and allowed origins. */
interface Destinations {
  readonly base: string;
  readonly allowed: ReadonlySet<string>;
}

/**
 * The address to redirect to after a sign-in: a path of the gateway, or a URL of an allowed origin.
 * For any other address, or one of more than 2,048 characters, it is the start path of the gateway.
 */
export const returnAddress = (
  requested: string | null,
  { base, allowed }: Destinations,
): string => {
  const { origin, pathname: start } = new URL(base);
  // Browsers remove control characters from an address before they parse it.
  if (requested === null || requested.length > maxLength || !/^[\x21-\x7e]*$/.test(requested))
    return start;
  const isPath = requested.startsWith('/');
  if (!URL.canParse(requested, isPath ? base : undefined)) return start;
  const {
    origin: otherOrigin,
    href,
    pathname,
    search,
    hash,
  } = new URL(requested, isPath ? base : undefined);
  if (!isPath) return allowed.has(otherOrigin) && href.startsWith(`${otherOrigin}/`) ? href : start;
  return otherOrigin === origin && !pathname.startsWith('//')
    ? `${pathname}${search}${hash}`
    : start;
};

const ownPage = /^\/(graphql|graphiql|agents(\/.*)?)$/s;

/**
 * True if a result of `returnAddress` is a page of the gateway, not of an application. `/` counts
 * only without a query.
 */
export const isOwnPage = (address: string): boolean =>
  address === '/' || ownPage.test(address.replace(/[?#].*$/s, ''));

/** An address with an error in its query: `/a?b=1#c` is `/a?b=1&error=access_denied#c`. */
export const withError = (address: string, error: string): string => {
  const [, path = '', hash = ''] = /^([^#]*)(.*)$/s.exec(address) ?? [];
  return `${path}${path.includes('?') ? '&' : '?'}error=${error}${hash}`;
};

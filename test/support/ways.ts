/**
 * An origin that may send requests. Requests that name it go through Yoga, others of the kind come
 * straight from Node.
 */
export const goodOrigin = 'https://good.example';

/** The variables of a gateway for requests on both ways. */
export const bothWays = { ALLOWED_ORIGINS: goodOrigin };

type Headers = Readonly<Record<string, string>>;

/** Both ways to the same answers, with the headers that choose them. */
export const ways: readonly (readonly [string, Headers])[] = [
  ['straight', {}],
  ['through Yoga', { origin: goodOrigin }],
];

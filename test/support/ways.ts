/**
 * An origin that may ask; requests that name it go through Yoga, others of the kind straight from
 * Node.
 */
export const goodOrigin = 'https://good.example';

/** What a gateway is started with that is asked both ways. */
export const bothWays = { ALLOWED_ORIGINS: goodOrigin };

type Headers = Readonly<Record<string, string>>;

/** Both ways to the same answers, with the headers that choose them. */
export const ways: readonly (readonly [string, Headers])[] = [
  ['straight', {}],
  ['through Yoga', { origin: goodOrigin }],
];

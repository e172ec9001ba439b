/** Where browsers open the dashboard. */
export const page = new URL(
  process.env['PAGE'] ?? `http://127.0.0.1:${process.env['PORT'] ?? 5173}`,
);

/** Where the gateway listens, to which the page's server passes `/graphql` and `/auth` on. */
export const gateway = new URL(process.env['GATEWAY'] ?? 'http://127.0.0.1:4100');

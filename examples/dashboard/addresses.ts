/** The URL of the dashboard in a browser. */
export const page = new URL(
  process.env['PAGE'] ?? `http://127.0.0.1:${process.env['PORT'] ?? 5173}`,
);

/** The URL of the gateway, to which the page's server forwards `/graphql` and `/auth`. */
export const gateway = new URL(process.env['GATEWAY'] ?? 'http://127.0.0.1:4100');

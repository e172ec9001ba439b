/** The URL of a listener: `http://127.0.0.1:4000`, `http://[::1]:4000`. */
export const listenerUrl = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/**
 * The URL at which programs of this machine reach a listener. 0.0.0.0 and [::] mean all of its
 * addresses, which a browser cannot open.
 */
export const reachableUrl = (address: string): string =>
  address.replace(/^http:\/\/(?:0\.0\.0\.0|\[::\])(?=:)/, 'http://localhost');

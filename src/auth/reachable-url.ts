/**
 * The URL at which programs of this machine reach a listener. 0.0.0.0 and [::] mean all of its
 * addresses, which a browser cannot open.
 */
export const reachableUrl = (address: string): string =>
  address.replace(/^http:\/\/(?:0\.0\.0\.0|\[::\])(?=:)/, 'http://localhost');

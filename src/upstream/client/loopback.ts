/** True if a host name means this machine: `localhost`, `127.0.0.1`, `::1`. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);

/** The same for a Host header, which may have a port: `localhost:4000`. */
export const isLoopbackHost = (header = ''): boolean => isLoopback(header.replace(/:\d+$/, ''));

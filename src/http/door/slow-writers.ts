import type { IncomingMessage, ServerResponse } from 'node:http';

const late = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

/**
 * Cuts the connection of a client whose body has not come whole within so many milliseconds, after
 * status 408 where no answer has begun.
 */
export const limitBody = (req: IncomingMessage, res: ServerResponse, ms: number): void => {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = req.headers;
  if (length === '0' && coding === undefined) return;
  const timer = setTimeout(() => {
    if (req.complete) return;
    if (!res.headersSent) req.socket.write(late);
    req.socket.destroySoon();
  }, ms).unref();
  req.once('close', () => clearTimeout(timer));
};

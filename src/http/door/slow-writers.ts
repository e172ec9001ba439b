import type { IncomingMessage, ServerResponse } from 'node:http';

const late = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

/**
 * Closes the connection of a client whose body has not arrived completely within this many
 * milliseconds; sends status 408 before, if no answer has begun.
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

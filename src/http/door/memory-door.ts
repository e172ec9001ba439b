import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import { Agent, fetch, type RequestInit } from 'undici';
import type { Accept } from './acceptors.ts';

/**
 * A door of a gateway for its own process: requests come as over HTTP, on connections in memory,
 * and nobody else can send any.
 */
export const createMemoryDoor = () => {
  let target: Server | null = null;
  const open = new Set<unknown>();
  const dispatcher = new Agent({
    connect: (_options, done) => {
      const [near, far] = duplexPair();
      open.add(far);
      far.once('close', () => open.delete(far));
      target?.emit('connection', far);
      // The agent waits for a connection that comes later.
      queueMicrotask(() => done(null, near as Socket));
    },
  });
  const accept: Accept = async (server) => {
    target = server;
    const refuse = (): void => {
      target = null;
    };
    return { address: 'http://localhost', clients: () => open.size, refuse, close: refuse };
  };
  return {
    accept,
    fetch: (url: string, init: RequestInit) => fetch(url, { ...init, dispatcher }),
    close: () => dispatcher.close(),
  };
};

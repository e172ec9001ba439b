import { createMinuteLimit } from '../src/state/minute-limit.ts';
import type { Store } from './gateway.ts';
import { ToolError } from './tool-error.ts';

/** Counts a call of a tool. Rejects with ToolError above the viewer's limit in a minute. */
export type CountToolCall = (viewer: string) => Promise<void>;

/** Creates the counter; `most` is a viewer's limit of calls in a minute. */
export const createCountToolCall = (store: Store, most: number): CountToolCall => {
  const count = createMinuteLimit(store);
  return async (viewer) => {
    const waitMs = await count([`mcp-calls:${viewer}`, most]);
    if (waitMs > 0) throw tooMany(most, waitMs);
  };
};

const tooMany = (max: number, waitMs: number): ToolError =>
  new ToolError('MCP_RATE_LIMITED', `More than ${max} calls in a minute.`, {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });

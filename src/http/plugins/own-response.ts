import type { OwnExchange } from '../door/exchange.ts';
import type { RequestOperation } from './operation.ts';

/** A response that this process reads, and when it has read all of it, or does not wait any more. */
export interface OwnResponse {
  readonly response: Response;
  readonly read: Promise<void>;
}

/** The response to an exchange without a connection: with a body, also if it comes in parts. */
export const ownResponse = (
  { left }: OwnExchange,
  { made }: Pick<RequestOperation, 'made'>,
  response: Response,
): OwnResponse => {
  const { body, later } = made?.response === response ? made.reply : {};
  if (later === undefined) return { response, read: Promise.resolve() };
  const { status, headers } = response;
  const read = Promise.withResolvers<void>();
  left.signal.addEventListener('abort', () => read.resolve(), { once: true });
  const parts = (async function* () {
    try {
      yield Buffer.from(body ?? '');
      yield* later;
    } finally {
      read.resolve();
    }
  })();
  const stream = new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await parts.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
  return { response: new Response(stream, { status, headers }), read: read.promise };
};

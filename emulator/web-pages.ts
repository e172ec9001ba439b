const loopback = /^(localhost|[\w.-]+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/** True for a name or an address of this machine, without a port. */
export const isLoopbackName = (name: string): boolean => loopback.test(name);

const hostOf = (origin: string): string | null =>
  URL.canParse(origin) ? new URL(origin).host : null;

const isJson = (type: string): boolean => /^application\/json\s*(;|$)/i.test(type);

const isEmpty = (headers: Headers): boolean =>
  Number(headers.get('content-length') ?? 0) === 0 && !headers.has('transfer-encoding');

const refused = (status: number, error: string): Response => Response.json({ error }, { status });

/** The refusal of a request that a page of another site may have sent; null if none has. */
export const refusalOfPage = (
  { method, headers }: Request,
  { onLoopback, takesForms }: { readonly onLoopback: boolean; readonly takesForms: boolean },
): Response | null => {
  const host = headers.get('host') ?? '';
  const origin = headers.get('origin');
  if (onLoopback && !isLoopbackName(host.replace(/:\d+$/, ''))) {
    return refused(403, 'Host must be a name of this machine, such as localhost');
  }
  if (origin !== null && hostOf(origin) !== host.toLowerCase()) {
    return refused(403, 'Pages of other sites may not use this');
  }
  if (method !== 'POST' || takesForms || isEmpty(headers)) return null;
  if (isJson(headers.get('content-type') ?? '')) return null;
  return refused(415, 'Content-Type must be application/json');
};

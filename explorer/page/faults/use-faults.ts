import { useCallback, useEffect, useState } from 'preact/hooks';
import { facts } from '../facts.ts';
import { noResponse } from '../gateway/ask.ts';
import { whenShown } from '../widgets/when-shown.ts';

/** A fault as the emulator reports it. */
export interface ActiveFault {
  readonly order: {
    readonly times?: number;
    readonly fault: { readonly kind: string; readonly status?: number; readonly apply?: boolean };
  };
  readonly struck: number;
}

/**
 * The faults in force, requested when the page opens or is shown again, and by `refresh`; none if
 * the API is not embedded.
 */
export const useFaults = () => {
  const [standing, setStanding] = useState<readonly ActiveFault[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const send = useCallback(async (route: string, method: 'GET' | 'POST'): Promise<void> => {
    if (facts.emulator === null) return;
    const response = await fetch(`graphql/emulator/${route}`, { method }).catch(() => null);
    if (response?.ok === true) setStanding((await response.json()) as readonly ActiveFault[]);
    setProblem(response?.ok === true ? null : problemOf(response));
  }, []);
  const refresh = useCallback(() => send('faults', 'GET'), []);
  useEffect(() => whenShown(refresh), []);
  return { standing, problem, send, refresh };
};

const problemOf = (response: Response | null): string =>
  response === null
    ? noResponse()
    : 'Only the owner may set faults. Open this page on the gateway’s own machine.';

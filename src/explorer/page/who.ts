import { useCallback, useEffect, useState } from 'preact/hooks';
import { AskError, ask, pauseFor } from './ask.ts';

/** The user that the page acts for. */
export type Who =
  | { readonly kind: 'user'; readonly screenName: string; readonly userId: string }
  | { readonly kind: 'owner' }
  /** `why` is the message of the gateway. */
  | { readonly kind: 'nobody'; readonly why: string | null };

export const nameOf = (who: Who): string => {
  if (who.kind === 'user') return `@${who.screenName}`;
  return who.kind === 'owner' ? 'the owner' : 'nobody';
};

interface Viewer {
  readonly signedIn: boolean;
  readonly userId: string | null;
  readonly screenName: string | null;
}

const find = async (headers: string): Promise<Who> => {
  const query = '{ viewer { signedIn userId screenName } }';
  const { body } = await ask({ query, variables: '', headers }, 'answer');
  const viewer = body.data?.['viewer'] as Viewer | undefined;
  if (viewer?.signedIn !== true) {
    return { kind: 'nobody', why: body.errors?.[0]?.message ?? null };
  }
  // The owner's token has no name, a session has one.
  const { screenName, userId } = viewer;
  return screenName === null
    ? { kind: 'owner' }
    : { kind: 'user', screenName, userId: userId ?? '' };
};

/** The user that these headers act for; null until the gateway has told. */
export const useWho = (headers: string) => {
  const [who, setWho] = useState<Who | null>(null);
  const refresh = useCallback(
    () =>
      find(headers).then(setWho, (error: unknown) =>
        setWho({ kind: 'nobody', why: error instanceof AskError ? error.message : null }),
      ),
    [headers],
  );
  useEffect(() => {
    const timer = setTimeout(() => void refresh(), pauseFor(headers));
    return () => clearTimeout(timer);
  }, [refresh]);
  return { who, refresh };
};

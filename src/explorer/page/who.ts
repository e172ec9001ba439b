import { useCallback, useEffect, useState } from 'preact/hooks';
import { AskError, ask } from './ask.ts';

/** On whose behalf the page asks. */
export type Who =
  | { readonly kind: 'user'; readonly screenName: string; readonly userId: string }
  | { readonly kind: 'owner' }
  /** With why, where the gateway says. */
  | { readonly kind: 'nobody'; readonly why: string | null };

/** Who it is, in a word or two. */
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
  // Only sessions know names; the owner's token is the application's own.
  const { screenName, userId } = viewer;
  return screenName === null
    ? { kind: 'owner' }
    : { kind: 'user', screenName, userId: userId ?? '' };
};

/** Who asks with the headers of the open tab; null until that is known. */
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
    const timer = setTimeout(() => void refresh(), headers === '' ? 0 : 400);
    return () => clearTimeout(timer);
  }, [refresh]);
  return { who, refresh };
};

import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { AskError, ask, pauseFor } from '../gateway/ask.ts';
import { whenShown } from '../widgets/when-shown.ts';

/** The user that the page acts for. */
export type Who =
  | {
      readonly kind: 'user';
      readonly screenName: string;
      readonly userId: string;
      readonly mayWrite: boolean;
    }
  | { readonly kind: 'owner'; readonly mayWrite: boolean }
  /** `why` is the message of the gateway. */
  | { readonly kind: 'nobody'; readonly why: string | null };

export const nameOf = (who: Who): string => {
  if (who.kind === 'user') return `@${who.screenName}`;
  return who.kind === 'owner' ? 'the owner' : 'nobody';
};

/** The user that the page acts for, as the button names it: `As the owner`. */
export const standing = (who: Who): string =>
  who.kind === 'nobody' ? 'Not signed in' : `As ${nameOf(who)}`;

/** True if the key of the request lends the owner's token for queries alone. */
export const isReadOnly = (who: Who | null): boolean =>
  who !== null && who.kind !== 'nobody' && !who.mayWrite;

interface PageViewer {
  readonly signedIn: boolean;
  readonly asOwner: boolean;
  readonly userId: string | null;
  readonly screenName: string | null;
  readonly mayWrite: boolean;
}

/** The user that a request acts for, as the gateway tells it. */
interface WhoAnswer {
  readonly who: Who;
  /** Equal for two requests that act for the same user; null if the gateway did not tell. */
  readonly identity: string | null;
}

const nobody = (why: string | null, identity: string | null): WhoAnswer => ({
  who: { kind: 'nobody', why },
  identity,
});

const find = async (headers: string): Promise<WhoAnswer> => {
  const query = '{ viewer { signedIn asOwner userId screenName mayWrite } }';
  const { body } = await ask({ query, variables: '', headers }, 'answer');
  const viewer = body.data?.['viewer'] as PageViewer | undefined;
  if (viewer?.signedIn === true || viewer?.asOwner === true) {
    const { signedIn, userId, screenName, mayWrite } = viewer;
    const user = { screenName: screenName ?? '', userId: userId ?? '', mayWrite };
    return {
      who: signedIn ? { kind: 'user', ...user } : { kind: 'owner', mayWrite },
      identity: `user ${userId}`,
    };
  }
  const [error] = body.errors ?? [];
  const isTold = viewer != null || error?.extensions?.code === 'UNAUTHENTICATED';
  return nobody(error?.message ?? null, isTold ? 'nobody' : null);
};

/** The identity that the gateway reports for headers. */
export interface Identified {
  readonly headers: string;
  readonly identity: string;
  /** True if the same headers acted for another user before. */
  readonly isAnother: boolean;
}

/**
 * The user that these headers act for, updated after the page was left for a while; null until the
 * gateway has answered.
 */
export const useWho = (headers: string, onIdentity: (identified: Identified) => void) => {
  const [who, setWho] = useState<Who | null>(null);
  const known = useRef(new Map<string, string>());
  const open = useRef(headers);
  open.current = headers;
  const refresh = useCallback(async (): Promise<string | null> => {
    const told = await find(headers).catch((error: unknown) =>
      nobody(error instanceof AskError ? error.message : null, null),
    );
    const { identity } = told;
    if (identity !== null) {
      const before = known.current.get(headers) ?? identity;
      known.current.set(headers, identity);
      onIdentity({ headers, identity, isAnother: before !== identity });
    }
    if (open.current === headers) setWho(told.who);
    return identity;
  }, [headers]);
  useEffect(() => whenShown(refresh, pauseFor(headers)), [refresh]);
  return { who, refresh };
};

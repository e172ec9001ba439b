import { useEffect, useState } from 'preact/hooks';
import { facts } from '../facts.ts';
import type { AnswerError } from '../gateway/answer-body.ts';
import { ask } from '../gateway/ask.ts';
import { ChoiceRow, Drawer } from '../widgets/drawer.tsx';
import { Skeleton } from '../widgets/lazily.tsx';
import { Problem } from '../widgets/problem.tsx';
import { sentenceOf } from '../words.ts';
import { goToSignIn, handover } from '../work/links.ts';
import { withoutSecrets } from '../work/storage.ts';
import type { Work } from '../work/work.ts';
import { KeyForm } from './key-form.tsx';
import { nameOf, standing, type Who } from './who.ts';

interface WhoDrawerProps {
  readonly who: Who | null;
  readonly refresh: () => Promise<unknown>;
  readonly work: Work;
  readonly headers: string;
  readonly onHeaders: (headers: string) => void;
  readonly onSignOut: () => void;
  /** Opens a row by its global id. */
  readonly onId: (id: string) => void;
}

const meaning = (who: Who): string => {
  if (who.kind === 'user') return `Requests use the token of user ${who.userId}.`;
  if (who.kind === 'owner') {
    return `Nobody is signed in, so requests use the owner’s token.${who.mayWrite ? '' : ' The key under Headers is for queries only.'}`;
  }
  return `${who.why ?? 'This request has no session, and the owner’s token needs an API key or a request from the gateway’s own machine.'} Sign in, enter an API key here, or set a session under Headers.`;
};

/** The user that the page acts for, and the links to sign in as another. */
export const WhoDrawer = ({ who, refresh, work, headers, ...props }: WhoDrawerProps) => {
  const { onHeaders, onSignOut, onId } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const isUser = who?.kind === 'user';
  const signOut = async (): Promise<void> => {
    onSignOut();
    const response = await fetch('auth/logout', { method: 'POST' });
    setProblem(response.ok ? null : 'Sign-out failed. Try again.');
    await refresh();
  };
  return (
    <Drawer id="who" title="Account">
      {() => (
        <>
          {who !== null && (
            <p>
              <b>{standing(who)}</b>. {meaning(who)}
            </p>
          )}
          <Problem of={problem} />
          <div class="choices">
            <button
              type="button"
              class={isUser ? 'second' : 'run'}
              onClick={() => signIn(work, isUser)}
            >
              {isUser ? 'Switch user' : 'Sign in'}
            </button>
            {isUser && (
              <button type="button" class="second" onClick={() => void signOut()}>
                Sign out
              </button>
            )}
          </div>
          {takesKey(who, headers) && <KeyForm headers={headers} onHeaders={onHeaders} />}
          {who !== null && who.kind !== 'nobody' && (
            <Accounts headers={headers} onId={onId} key={nameOf(who)} />
          )}
        </>
      )}
    </Drawer>
  );
};

/** True if a key would change the user: there is none yet, or a key sets it now. */
const takesKey = (who: Who | null, headers: string): boolean =>
  who?.kind === 'nobody' || /"x-api-key"/i.test(headers);

/** Begins a sign-in. From another origin than the public one, the work is taken there first. */
const signIn = (work: Work, asAnother: boolean): void => {
  const { origin } = new URL(facts.publicUrl);
  if (origin !== location.origin) {
    location.assign(handover(origin, withoutSecrets(work, false)));
    return;
  }
  goToSignIn(asAnother);
};

interface ShownAccount {
  readonly id: string;
  readonly restId: string;
  readonly name: string | null;
}

const query = '{ accounts(first: 20) { nodes { id restId name } pageInfo { hasNextPage } } }';

interface AccountsAnswer {
  readonly accounts: {
    readonly nodes: readonly ShownAccount[];
    readonly pageInfo: { readonly hasNextPage: boolean };
  } | null;
}

/** The accounts of the user. They cost a call, so they are read when the drawer opens. */
const Accounts = ({ headers, onId }: Pick<WhoDrawerProps, 'headers' | 'onId'>) => {
  const [found, setFound] = useState<AccountsAnswer['accounts']>(null);
  const [error, setError] = useState<AnswerError | null>(null);
  useEffect(() => {
    ask({ query, variables: '', headers }, 'answer').then(
      ({ body }) => {
        setFound((body.data as AccountsAnswer | undefined)?.accounts ?? null);
        setError(body.errors?.[0] ?? null);
      },
      (failure: unknown) => setError({ message: String(failure) }),
    );
  }, []);
  return (
    <>
      <h3>Accounts</h3>
      {error !== null && <p class="bad">{sentenceOf(error.message)}</p>}
      {found === null && error === null && <Skeleton />}
      {found !== null && (
        <ul class="choose">
          {found.nodes.map(({ id, restId, name }) => (
            <ChoiceRow key={restId} drawer="who" onChoose={() => onId(id)}>
              <span>{name}</span> <code>{restId}</code>
            </ChoiceRow>
          ))}
          {found.nodes.length === 0 && <li class="muted">No accounts.</li>}
          {found.pageInfo.hasNextPage && (
            <li class="muted">
              Query <code>accounts</code> for more.
            </li>
          )}
        </ul>
      )}
    </>
  );
};

import type { ReactNode } from 'react';
import { Component } from 'react';
import { isSignedOut } from './relay/ending.ts';
import { signInAddress } from './session.ts';

interface Props {
  /** What to show; told how often it was tried, which makes Relay ask anew. */
  readonly children: (attempt: number) => ReactNode;
}
interface State {
  readonly error: Error | null;
  readonly attempt: number;
}

/** Shows what could not be read in place of what failed, and offers what may help. */
export class Boundary extends Component<Props, State> {
  override readonly state: State = { error: null, attempt: 0 };

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error };
  }

  override render(): ReactNode {
    const { error, attempt } = this.state;
    if (error === null) return this.props.children(attempt);
    return (
      <div role="alert" className="notice bad">
        <p>{error.message}</p>
        {isSignedOut(error) ? (
          <a className="button" href={signInAddress()}>
            Sign in again
          </a>
        ) : (
          <button
            type="button"
            onClick={() => this.setState({ error: null, attempt: attempt + 1 })}
          >
            Try again
          </button>
        )}
      </div>
    );
  }
}

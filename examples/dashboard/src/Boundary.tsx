import type { ReactNode } from 'react';
import { Component } from 'react';
import { Failure } from './Failure.tsx';

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
    const retry = (): void => this.setState({ error: null, attempt: attempt + 1 });
    return <Failure error={error} onRetry={retry} />;
  }
}

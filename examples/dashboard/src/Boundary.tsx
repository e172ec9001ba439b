import type { ReactNode } from 'react';
import { Component } from 'react';
import { Failure } from './Failure.tsx';

interface Props {
  /** The content, by the number of the attempt. A new number makes Relay ask again. */
  readonly children: (attempt: number) => ReactNode;
}
interface State {
  readonly error: Error | null;
  readonly attempt: number;
}

/** Shows the error in place of its children if they failed, and offers a remedy. */
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

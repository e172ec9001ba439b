import type { ReactNode } from 'react';
import { Component, Suspense } from 'react';
import { Failure } from './Failure.tsx';
import { Skeleton } from './Skeleton.tsx';

interface Props {
  /** The content in words, such as "campaigns". */
  readonly of: string;
  /** Shown while the content is loaded; grey rows unless given. */
  readonly fallback?: ReactNode;
  /** The content, by the number of the attempt. A new number makes Relay ask again. */
  readonly children: (attempt: number) => ReactNode;
}
interface State {
  readonly error: Error | null;
  readonly attempt: number;
}

/** A part of the page that is loaded: grey rows at first, or the error and a remedy if it failed. */
export class Boundary extends Component<Props, State> {
  override readonly state: State = { error: null, attempt: 0 };

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error };
  }

  override render(): ReactNode {
    const { of, fallback = <Skeleton label={`Loading ${of}`} />, children } = this.props;
    const { error, attempt } = this.state;
    if (error === null) return <Suspense fallback={fallback}>{children(attempt)}</Suspense>;
    const retry = (): void => this.setState({ error: null, attempt: attempt + 1 });
    return <Failure of={of} error={error} onRetry={retry} />;
  }
}

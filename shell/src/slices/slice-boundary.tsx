import { Component, type ReactNode } from 'react';

interface SliceBoundaryProps {
  /** The source of the content; a new one resets the error. */
  source: unknown;
  fallback: ReactNode;
  onError?: (error: unknown) => void;
  children: ReactNode;
}

export class SliceBoundary extends Component<SliceBoundaryProps, { hasError: boolean }> {
  override state = { hasError: false };

  static getDerivedStateFromError(): { hasError: boolean } {
    return { hasError: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError?.(error);
  }

  override componentDidUpdate({ source }: SliceBoundaryProps): void {
    if (this.state.hasError && source !== this.props.source) this.setState({ hasError: false });
  }

  override render(): ReactNode {
    const { fallback, children } = this.props;
    return this.state.hasError ? fallback : children;
  }
}

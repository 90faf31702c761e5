import { Component, type ReactNode } from 'react';

interface SliceBoundaryProps {
  failed: (retry: () => void) => ReactNode;
  onRetry: () => void;
  children: ReactNode;
}

/** Keeps an error of a slice inside its place. */
export class SliceBoundary extends Component<SliceBoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    const { failed, onRetry, children } = this.props;
    if (!this.state.broken) return children;
    return failed(() => {
      this.setState({ broken: false });
      onRetry();
    });
  }
}

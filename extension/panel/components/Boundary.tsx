import { Component, type ComponentChildren } from 'preact';
import { SHELL } from '../../locales/shell.ts';
import { useText } from '../text.ts';
import { Notice } from './Notice.tsx';
import './LazyViewPane.css';

interface BoundaryProps {
  /** What the reader calls the part. */
  readonly name: string;
  readonly children: ComponentChildren;
}

interface BoundaryState {
  readonly thrown: { readonly error: unknown } | undefined;
}

/** Holds what a part of the panel throws while it is drawn, so that the rest goes on. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { thrown: undefined };

  override componentDidCatch(error: unknown): void {
    // For whoever debugs the panel: the reader is told by the notice.
    console.error(error);
    this.setState({ thrown: { error } });
  }

  override render({ name, children }: BoundaryProps, { thrown }: BoundaryState): ComponentChildren {
    if (thrown === undefined) return children;
    return <Broken name={name} error={thrown.error} onAgain={() => this.setState({ thrown: undefined })} />;
  }
}

interface BrokenProps {
  readonly name: string;
  readonly error: unknown;
  readonly onAgain: () => void;
}

function Broken({ name, error, onAgain }: BrokenProps): ComponentChildren {
  const { broken } = useText(SHELL);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: in a low panel it scrolls, and must be reachable by keyboard
    <div class="lazy-view__notice" tabIndex={0}>
      <Notice title={broken.title(name)}>
        <p>{broken.advice}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
        <pre class="notice__code" tabIndex={0}>
          {String(error)}
        </pre>
        <button type="button" class="notice__button" onClick={onAgain}>
          {broken.again}
        </button>
      </Notice>
    </div>
  );
}

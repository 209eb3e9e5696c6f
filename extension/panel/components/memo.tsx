import { Component, type ComponentChild, type ComponentType } from 'preact';

/** A component that draws again only when `same` says that its props differ. */
export function memo<P extends object>(
  draw: (props: P) => ComponentChild,
  same: (before: P, after: P) => boolean,
): ComponentType<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      return !same(this.props, next);
    }
    override render(props: P): ComponentChild {
      return draw(props);
    }
  };
}

import type { FaultRule, Hub, HubSource, RuntimeCommand, RuntimeControl, RuntimeSource } from '../../runtime/hub.ts';

/** What a test may ask of the runtimes of a page: those that are there, and for faults those that come. */
export type PageCommand = { readonly type: 'pause' | 'resume' } | { readonly type: 'inject'; readonly rule: FaultRule };

/** The hand of a test on a page's runtimes. It takes hold of a runtime when it is first used on it. */
export class PageHand {
  readonly #sources = new Map<HubSource, RuntimeControl | undefined>();
  readonly #rules: FaultRule[] = [];

  constructor(hub: Hub) {
    hub.watch(
      (source) => {
        this.#sources.set(source, undefined);
        for (const rule of this.#rules) this.#do(source, { type: 'inject', rule });
      },
      (source) => {
        this.#sources.get(source)?.release();
        this.#sources.delete(source);
      },
    );
  }

  /** How many runtimes did it. */
  readonly act = (command: PageCommand): number => {
    if (command.type === 'inject') this.#rules.push(command.rule);
    let count = 0;
    for (const source of this.#sources.keys()) if (this.#do(source, command)) count++;
    return count;
  };

  #do(source: HubSource, command: RuntimeCommand): boolean {
    const control = source.kind === 'runtime' ? this.#controlOf(source) : undefined;
    return control !== undefined && typeof control.act(command) === 'number';
  }

  #controlOf(source: RuntimeSource): RuntimeControl | undefined {
    const known = this.#sources.get(source) ?? source.control?.(() => {});
    this.#sources.set(source, known);
    return known;
  }
}

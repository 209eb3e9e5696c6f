import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Table } from './parts.tsx';

/** One result that surprises: it is run when the page opens, and what comes out is what stands there. */
export interface Surprise {
  /** What is asked of the runtime. */
  readonly asked: string;
  /** The address of this figure that shows the same. */
  readonly href: string;
  readonly run: () => Promise<string>;
}

interface SurprisesProps {
  readonly of: readonly Surprise[];
}

/** Results, not claims: each row was run by the real runtime in this page. */
export function Surprises({ of }: SurprisesProps): VNode {
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    for (const { asked, run } of of) {
      run().then(
        (outcome) => setOutcomes((all) => ({ ...all, [asked]: outcome })),
        (error: unknown) => setOutcomes((all) => ({ ...all, [asked]: `the run failed: ${String(error)}` })),
      );
    }
  }, [of]);
  return (
    <Table
      name="Results worth a look"
      columns={['Asked', 'What came of it', 'Figure']}
      rows={of.map(({ asked, href }) => [
        <code key="asked">{asked}</code>,
        outcomes[asked] ?? <span class="quiet">running</span>,
        <a key="show" href={href} aria-label={`Show: ${asked}`}>
          show
        </a>,
      ])}
    />
  );
}

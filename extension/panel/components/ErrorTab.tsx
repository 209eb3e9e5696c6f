import type { VNode } from 'preact';
import type { WireError } from '../../../bridge/protocol.ts';
import { formatDuration } from '../format/duration.ts';
import { errorTitle } from '../present/error.ts';
import { errorChain, previewLine } from '../present/error-chain.ts';
import { Section } from './Section.tsx';
import { Lines, Text } from './Text.tsx';
import './ErrorTab.css';

/** What the task ended with, and what had caused that. */
export function ErrorTab({ error }: { readonly error: WireError }): VNode {
  const [first, ...causes] = errorChain(error);
  return (
    <>
      <Section title="Error">
        <dl class="error">
          <Fact name="Class" value={errorTitle(error)} />
          {error.class !== errorTitle(error) && <Fact name="Constructor" value={error.class} />}
          {error.type !== undefined && <Fact name="Type" value={error.type} />}
          <Fact name="Message" value={error.message} />
          <Fact name="Retryable" value={error.retryable ? 'yes' : 'no'} />
          {error.retryAfter !== undefined && <Fact name="Retry after" value={formatDuration(error.retryAfter)} />}
          {first?.fields.map(([name, value]) => (
            <Fact key={name} name={name} value={previewLine(value)} />
          ))}
        </dl>
      </Section>
      {first?.stack !== undefined && (
        <Section title="Stack">
          <pre class="error__stack">
            <Lines text={first.stack} />
          </pre>
        </Section>
      )}
      {causes.map((cause, depth) => (
        <Section key={depth} title="Caused by">
          <p class="error__cause">
            <Text text={cause.name} />: <Lines text={cause.message} />
          </p>
          {cause.stack !== undefined && (
            <pre class="error__stack">
              <Lines text={cause.stack} />
            </pre>
          )}
        </Section>
      ))}
    </>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }): VNode {
  return (
    <div class="error__fact">
      <dt>
        <Text text={name} />
      </dt>
      <dd>
        <Lines text={value} />
      </dd>
    </div>
  );
}

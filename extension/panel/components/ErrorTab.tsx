import type { VNode } from 'preact';
import type { Preview } from '../../../bridge/preview-types.ts';
import type { WireError } from '../../../bridge/protocol.ts';
import { COMMANDS } from '../../locales/commands.ts';
import { TASK } from '../../locales/task.ts';
import { formatDuration } from '../format/duration.ts';
import { errorTitle } from '../present/error.ts';
import { errorChain, previewLine } from '../present/error-chain.ts';
import { isExpandable } from '../present/preview-text.ts';
import { useText } from '../text.ts';
import { Fact, Facts } from './Facts.tsx';
import { PreviewTree } from './PreviewTree.tsx';
import { Section } from './Section.tsx';
import { Lines, Text } from './Text.tsx';
import './ErrorTab.css';

/** What the task ended with, and what had caused that. */
export function ErrorTab({ error }: { readonly error: WireError }): VNode {
  const { error: text } = useText(TASK);
  const commands = useText(COMMANDS);
  const [first, ...causes] = errorChain(error);
  return (
    <>
      <Section title={text.title}>
        <Facts>
          <TextFact name={text.class} value={errorTitle(error)} />
          {error.class !== errorTitle(error) && <TextFact name={text.constructorName} value={error.class} />}
          {error.type !== undefined && <TextFact name={text.type} value={error.type} />}
          <TextFact name={text.message} value={error.message} />
          {error.injected && <Fact name={commands.injectedFault}>{commands.injectedError}</Fact>}
          <Fact name={text.retryable}>{error.retryable ? text.yes : text.no}</Fact>
          {error.retryAfter !== undefined && <Fact name={text.retryAfter}>{formatDuration(error.retryAfter)}</Fact>}
          <Fields fields={first?.fields ?? []} />
        </Facts>
      </Section>
      {first?.stack !== undefined && (
        <Section title={text.stack}>
          <Stack text={first.stack} />
        </Section>
      )}
      {causes.map((cause, depth) => (
        <Section key={depth} title={text.causedBy}>
          <p class="error__cause">
            <Text text={cause.name ?? text.notAnError} />: <Lines text={cause.message} />
          </p>
          {cause.fields.length > 0 && (
            <Facts>
              <Fields fields={cause.fields} />
            </Facts>
          )}
          {cause.stack !== undefined && <Stack text={cause.stack} />}
        </Section>
      ))}
    </>
  );
}

function TextFact({ name, value }: { readonly name: string; readonly value: string }): VNode {
  return (
    <Fact name={name}>
      <Lines text={value} />
    </Fact>
  );
}

/** The error's own fields besides the well-known ones. */
function Fields({ fields }: { readonly fields: readonly (readonly [string, Preview])[] }): VNode {
  return (
    <>
      {fields.map(([name, value]) =>
        typeof value === 'string' ? (
          <Fact key={name} name={<Text text={name} />}>
            <Lines text={value} />
          </Fact>
        ) : (
          <Fact key={name} name={<Text text={name} />}>
            {isExpandable(value) ? <PreviewTree name={undefined} value={value} /> : <Text text={previewLine(value)} />}
          </Fact>
        ),
      )}
    </>
  );
}

function Stack({ text }: { readonly text: string }): VNode {
  return (
    <pre class="error__stack">
      <Lines text={text} />
    </pre>
  );
}

import type { ComponentChildren, VNode } from 'preact';
import type { notices } from '../../locales/en/notices.ts';
import { NOTICES } from '../../locales/notices.ts';
import { notHereCauses } from '../present/not-here.ts';
import type { SourceStatus } from '../source.ts';
import { useStore } from '../store/store.ts';
import { type TextOf, useText } from '../text.ts';
import { fill } from './fill.ts';
import { Text } from './Text.tsx';
import './Notice.css';

/** The lines that put a runtime on a page. */
const SNIPPET = `import { createRuntime } from 'tasklens';
const uploads = createRuntime({ name: 'uploads', concurrency: 3 });
uploads.enqueue(({ signal }) => fetch('/photo', { signal }));`;

/** In the place of the list, when there is no task to list: what is the matter, and what to do. */
export function EmptyNotice({ status }: { readonly status: SourceStatus }): VNode {
  const text = useText(NOTICES);
  switch (status.state) {
    case 'connecting':
      return (
        <Notice title={text.connecting.title}>
          <p>{text.connecting.advice}</p>
        </Notice>
      );
    case 'no-runtime':
      return (
        <Notice title={text.noRuntime.title}>
          <p>{text.noRuntime.advice}</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
          <pre class="notice__code" tabIndex={0}>
            {SNIPPET}
          </pre>
          <p>{fill(text.noRuntime.production, <code>devtools: true</code>)}</p>
        </Notice>
      );
    case 'live':
      return <LiveNotice />;
    case 'paused':
      return (
        <Notice title={text.paused.title}>
          <p>{text.paused.advice}</p>
          <RecordButton />
        </Notice>
      );
    case 'reconnecting':
      return (
        <Notice title={text.reconnecting.title}>
          <p>{text.reconnecting.advice}</p>
        </Notice>
      );
    case 'not-here':
      return (
        <Notice title={text.notHere.title}>
          <p>{text.notHere.advice}</p>
          <ReloadButton />
          <Causes url={status.url} />
        </Notice>
      );
    case 'could-not-connect':
      return (
        <Notice title={text.couldNotConnect.title}>
          <p>{text.couldNotConnect.advice}</p>
          <ReloadButton />
        </Notice>
      );
    case 'recording':
      return (
        <Notice title={text.recording.title}>
          <p>{recordingText(status, text) ?? text.recording.advice}</p>
        </Notice>
      );
    case 'version-mismatch':
      return (
        <Notice title={text.mismatch.title}>
          <p>{text.mismatch.text(status.theirs, status.ours)}</p>
        </Notice>
      );
  }
}

/** Above the list, when there are tasks but not everything is well; nothing when it is. */
export function Banner({ status }: { readonly status: SourceStatus }): VNode | null {
  const text = bannerText(status, useText(NOTICES));
  return text === undefined ? null : (
    <div class="banner">
      <span>{text}</span>
      {status.state === 'paused' && <RecordButton />}
      {(status.state === 'not-here' || status.state === 'could-not-connect') && <ReloadButton />}
    </div>
  );
}

function bannerText(status: SourceStatus, text: TextOf<typeof notices>): string | undefined {
  switch (status.state) {
    case 'paused':
      return text.paused.banner;
    case 'reconnecting':
      return text.reconnecting.banner;
    case 'not-here':
      return text.notHere.banner;
    case 'could-not-connect':
      return text.couldNotConnect.banner;
    case 'version-mismatch':
      return text.mismatch.text(status.theirs, status.ours);
    case 'recording':
      return recordingText(status, text);
    default:
      return undefined;
  }
}

/** What was the matter with the file; nothing where it is whole. */
function recordingText(
  { events, ignored, incomplete }: Extract<SourceStatus, { state: 'recording' }>,
  { recording: text }: TextOf<typeof notices>,
): string | undefined {
  const said = [...(incomplete ? [text.incomplete(events)] : []), ...(ignored > 0 ? [text.ignored(ignored)] : [])];
  return said.length === 0 ? undefined : said.join(text.space);
}

function LiveNotice(): VNode {
  const { live: text } = useText(NOTICES);
  const names = [...useStore().runtimeLabels.value.values()].slice(0, 5).map((name, index) => (
    <span key={name}>
      {index > 0 && text.between}
      <span class="notice__name">
        <Text text={name} />
      </span>
    </span>
  ));
  return (
    <Notice title={text.title}>
      <p>{names.length === 0 ? text.listening : fill(text.listeningTo, names)}</p>
    </Notice>
  );
}

function Causes({ url }: { readonly url: string | undefined }): VNode {
  const { notHere: text } = useText(NOTICES);
  return (
    <>
      <p>{text.causes}</p>
      <ul class="notice__causes">
        {notHereCauses(url).map((cause) => (
          <li key={cause}>{text[cause]}</li>
        ))}
      </ul>
    </>
  );
}

function RecordButton(): VNode | null {
  const { recording } = useStore();
  const { paused } = useText(NOTICES);
  return recording === undefined ? null : (
    <button
      type="button"
      class="notice__button"
      onClick={() => {
        recording.value = true;
      }}
    >
      {paused.resume}
    </button>
  );
}

function ReloadButton(): VNode | null {
  const { reloadPage } = useStore();
  const { reload } = useText(NOTICES);
  return reloadPage === undefined ? null : (
    <button type="button" class="notice__button" onClick={reloadPage}>
      {reload}
    </button>
  );
}

/** In the place of the list, when tasks are there but the filter hides all of them. */
export function NothingFound(): VNode {
  const { filter } = useStore();
  const { nothingFound: text } = useText(NOTICES);
  return (
    <Notice title={text.title}>
      <button type="button" class="notice__button" onClick={filter.reset}>
        {text.reset}
      </button>
    </Notice>
  );
}

/** Words in the place of what cannot be shown. */
export function Notice({ title, children }: { readonly title: string; readonly children: ComponentChildren }): VNode {
  return (
    <div class="notice">
      <h2 class="notice__title">{title}</h2>
      {children}
    </div>
  );
}

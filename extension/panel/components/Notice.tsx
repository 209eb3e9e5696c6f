import type { ComponentChildren, VNode } from 'preact';
import { notHereCauses } from '../present/not-here.ts';
import { noun } from '../present/plural.ts';
import type { SourceStatus } from '../source.ts';
import { useStore } from '../store/store.ts';
import { Text } from './Text.tsx';
import './Notice.css';

/** The lines that put a runtime on a page. */
const SNIPPET = `import { createRuntime } from 'tasklens';
const uploads = createRuntime({ name: 'uploads', concurrency: 3 });
uploads.enqueue(({ signal }) => fetch('/photo', { signal }));`;

/** In the place of the list, when there is no task to list: what is the matter, and what to do. */
export function EmptyNotice({ status }: { readonly status: SourceStatus }): VNode {
  switch (status.state) {
    case 'connecting':
      return (
        <Notice title="Connecting to the page">
          <p>Asking the page’s documents for their runtimes.</p>
        </Notice>
      );
    case 'no-runtime':
      return (
        <Notice title="No runtime on this page">
          <p>Tasklens is connected and waits for the page’s first task runtime. These lines add one:</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
          <pre class="notice__code" tabIndex={0}>
            {SNIPPET}
          </pre>
          <p>
            A production build announces nothing unless it is asked to: give it <code>devtools: true</code>.
          </p>
        </Notice>
      );
    case 'live':
      return <LiveNotice />;
    case 'reconnecting':
      return (
        <Notice title="Reconnecting">
          <p>The page’s document went away. As soon as it is back, or another takes its place, its tasks are here.</p>
        </Notice>
      );
    case 'not-here':
      return (
        <Notice title="Tasklens was not here when this page loaded">
          <p>The extension was installed, updated or allowed after the page was opened. Reload the page to watch it.</p>
          <ReloadButton />
          <Causes url={status.url} />
        </Notice>
      );
    case 'could-not-connect':
      return (
        <Notice title="Could not connect to this page">
          <p>
            The extension runs in the page, but its other half there did not answer: another script may have come first.
            Reload the page; if this stays, reload the extension.
          </p>
          <ReloadButton />
        </Notice>
      );
    case 'recording':
      return (
        <Notice title="No tasks in this recording">
          <p>{recordingText(status) ?? 'It tells of no task.'}</p>
        </Notice>
      );
    case 'version-mismatch':
      return (
        <Notice title="The page’s library and this panel speak different versions">
          <p>{mismatchText(status)}</p>
        </Notice>
      );
  }
}

/** Above the list, when there are tasks but not everything is well; nothing when it is. */
export function Banner({ status }: { readonly status: SourceStatus }): VNode | null {
  const text = bannerText(status);
  return text === undefined ? null : (
    <div class="banner">
      <span>{text}</span>
      {(status.state === 'not-here' || status.state === 'could-not-connect') && <ReloadButton />}
    </div>
  );
}

function bannerText(status: SourceStatus): string | undefined {
  switch (status.state) {
    case 'reconnecting':
      return 'The page’s document went away; what is listed here stays as it was. Reconnecting.';
    case 'not-here':
      return 'Tasklens was not here when this page loaded.';
    case 'could-not-connect':
      return 'Could not connect to this page: another script may have come first.';
    case 'version-mismatch':
      return mismatchText(status);
    case 'recording':
      return recordingText(status);
    default:
      return undefined;
  }
}

/** What was the matter with the file; nothing where it is whole. */
function recordingText({
  events,
  ignored,
  incomplete,
}: Extract<SourceStatus, { state: 'recording' }>): string | undefined {
  const cut = incomplete ? [`The file is incomplete: ${events} ${noun(events, 'event')} could be read.`] : [];
  const odd = ignored > 0 ? [`${ignored} ${noun(ignored, 'line')} ${ignored === 1 ? 'was' : 'were'} ignored.`] : [];
  return cut.length + odd.length === 0 ? undefined : [...cut, ...odd].join(' ');
}

function mismatchText({ theirs, ours }: Extract<SourceStatus, { state: 'version-mismatch' }>): string {
  const update = theirs > ours ? 'Update the Tasklens extension' : 'Update tasklens in the page’s app';
  return `The page speaks version ${theirs}, the panel version ${ours}. ${update}; until then only what both know is shown.`;
}

function LiveNotice(): VNode {
  const names = [...useStore().runtimeLabels.value.values()].slice(0, 5);
  return (
    <Notice title="No tasks yet">
      <p>
        {names.length === 0 ? 'Listening to the page. ' : 'Listening to '}
        {names.map((name, index) => (
          <span key={name}>
            {index > 0 && ', '}
            <span class="notice__name">
              <Text text={name} />
            </span>
          </span>
        ))}
        {names.length > 0 && '. '}A task appears here as soon as it is enqueued.
      </p>
    </Notice>
  );
}

function Causes({ url }: { readonly url: string | undefined }): VNode {
  return (
    <>
      <p>If the notice stays after a reload:</p>
      <ul class="notice__causes">
        {notHereCauses(url).map((cause) => (
          <li key={cause}>{cause}</li>
        ))}
      </ul>
    </>
  );
}

function ReloadButton(): VNode | null {
  const { reloadPage } = useStore();
  return reloadPage === undefined ? null : (
    <button type="button" class="notice__button" onClick={reloadPage}>
      Reload
    </button>
  );
}

/** In the place of the list, when tasks are there but the filter hides all of them. */
export function NothingFound(): VNode {
  const { filter } = useStore();
  return (
    <Notice title="No task matches the filter">
      <button type="button" class="notice__button" onClick={filter.reset}>
        Show all tasks
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
